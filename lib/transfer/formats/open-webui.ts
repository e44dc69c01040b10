import { z } from 'zod'
import { byRole, joined, textIn, tracesOf } from './parts'
import { type Fields, field, isFields, type Left, leave, shaped, talkOf } from './talk'
import { nodesOf, shownPath } from './tree'

const messageSchema = z.object({
  id: field.name,
  role: z.string(),
  content: field.any,
  timestamp: field.any,
  files: field.list,
})
const chatSchema = z.object({
  title: field.about,
  timestamp: field.any,
  messages: field.list,
  history: z.object({ messages: z.custom<Fields>(isFields), currentId: field.about }).nullish(),
})
const conversationSchema = z.object({
  id: field.about,
  title: field.about,
  created_at: field.any,
  chat: chatSchema,
})

const DETAILS = /<details type="(\w+)"[^>]*>[\s\S]*?<\/details>\s*/g
/** Thoughts and tool calls stand folded in the text. */
const unfolded = (text: string, left: Left) =>
  text.replace(DETAILS, (_, type: string) => {
    leave(left, type === 'reasoning' ? 'thought' : 'tool call')
    return ''
  })

const WHAT = 'an Open WebUI chat'
/** One chat of an Open WebUI export: the branch shown last. @throws Refusal */
export async function readOpenWebUi(value: Fields) {
  const { chat, ...data } = shaped(conversationSchema, isFields(value.chat) ? value : { chat: value }, WHAT)
  const messages = chat.history?.messages ?? {}
  const nodes = await nodesOf(messages, WHAT)
  const shown = chat.history ? [...shownPath(nodes, chat.history.currentId).keys()] : []
  const path = chat.history ? shown.map((key) => messages[key]) : chat.messages
  const about = { sourceId: data.id, title: data.title || chat.title, at: data.created_at ?? chat.timestamp }
  const left: Left = {}
  leave(left, 'other-branch message', nodes.size && nodes.size - path.length)
  return talkOf(
    { format: 'open-webui', ...about },
    path,
    (item, _, i) => {
      const { id, role, content, timestamp: at, files } = shaped(messageSchema, item, WHAT, `messages.${i}`)
      const text = joined([unfolded(textIn(content, left), left), ...tracesOf(files, left)])
      return byRole(role, { id, at, text })
    },
    left,
  )
}
