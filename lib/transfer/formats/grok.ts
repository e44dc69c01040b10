import { z } from 'zod'
import { byRole, joined, tracesOf } from './parts'
import { type Fields, field, isFields, shaped } from './talk'
import { branchTalk } from './tree'

const responseSchema = z.object({
  _id: field.name,
  sender: z.string(),
  message: field.text,
  create_time: field.any,
  file_attachments: field.list,
})
const conversationSchema = z.object({
  conversation: z.object({ id: field.about, title: field.about, create_time: field.any }),
  responses: z.array(z.unknown()),
})

const WHAT = 'a Grok conversation'
/** Reads one conversation of a Grok export: the branch that ends in its last message. @throws Refusal */
export function readGrok(value: Fields) {
  const { conversation, responses } = shaped(conversationSchema, value, WHAT)
  const { id, title, create_time } = conversation
  const about = { format: 'grok', sourceId: id, title, at: create_time } as const
  const all = responses.map((item) => (isFields(item) ? item.response : item))
  return branchTalk(about, all, ['_id', 'parent_response_id'], (item, left, i) => {
    const response = shaped(responseSchema, item, WHAT, `responses.${i}`)
    const text = joined([response.message, ...tracesOf(response.file_attachments, left)])
    return byRole(response.sender, { id: response._id, at: response.create_time, text })
  })
}
