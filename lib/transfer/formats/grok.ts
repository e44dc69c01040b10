import { anyFields, type Fields, fieldsOf, idOf, listOf, textOf } from './fields'
import { byRole, joined, tracesOf } from './parts'
import { branchTalk } from './tree'

/** One conversation of a Grok export: the branch that ends in its last message. @throws Refusal */
export function readGrok({ conversation, responses }: Fields) {
  const { id, title, create_time } = fieldsOf(conversation)
  const about = { format: 'grok', sourceId: id, title, at: create_time } as const
  const all = listOf(responses).map((item) => anyFields(item).response)
  return branchTalk(about, all, ['_id', 'parent_response_id'], (item, left) => {
    const { _id, sender, message, create_time: at, file_attachments } = fieldsOf(item)
    const text = joined([textOf(message), ...tracesOf(file_attachments, left)])
    return byRole(sender, { id: idOf(_id), at, text })
  })
}
