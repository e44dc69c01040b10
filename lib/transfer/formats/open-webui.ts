import { anyFields, type Fields, fieldsOf, idOf, isFields, listOf, nameOf } from './fields'
import { byRole, joined, textIn, tracesOf } from './parts'
import { type Left, leave, talkOf } from './talk'
import { nodesOf, shownPath } from './tree'

const DETAILS = /<details type="(\w+)"[^>]*>[\s\S]*?<\/details>\s*/g
/** Thoughts and tool calls stand folded in the text. */
const unfolded = (text: string, left: Left) =>
  text.replace(DETAILS, (_, type: string) => {
    leave(left, type === 'reasoning' ? 'thought' : 'tool call')
    return ''
  })

/** One chat of an Open WebUI export: the branch shown last. @throws Refusal */
export async function readOpenWebUi(value: Fields) {
  const chat = isFields(value.chat) ? value.chat : value
  const { id, title, created_at } = isFields(value.chat) ? value : {}
  const { messages, currentId } = anyFields(chat.history)
  const nodes = await nodesOf(anyFields(messages))
  const path = chat.history
    ? [...shownPath(nodes, nameOf(currentId)).keys()].map((key) => anyFields(messages)[key])
    : listOf(chat.messages)
  const about = { sourceId: id, title: nameOf(title) || chat.title, at: created_at ?? chat.timestamp }
  const left: Left = {}
  leave(left, 'other-branch message', nodes.size && nodes.size - path.length)
  const read = (item: unknown) => {
    const { id, role, content, timestamp: at, files } = fieldsOf(item)
    const text = joined([unfolded(textIn(content, left), left), ...tracesOf(files, left)])
    return byRole(role, { id: idOf(id), at, text })
  }
  return talkOf({ format: 'open-webui', ...about }, path, read, left)
}
