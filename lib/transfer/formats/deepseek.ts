import { z } from 'zod'
import { joined, tracesOf } from './parts'
import { type Fields, field, isFields, leave, shaped, talkOf } from './talk'
import { nodesOf, shownPath } from './tree'

const messageSchema = z.object({
  inserted_at: field.any,
  content: field.text,
  fragments: z.array(z.object({ type: z.string(), content: field.any })).nullish(),
  files: field.list,
})
const conversationSchema = z.object({
  id: field.about,
  title: field.about,
  inserted_at: field.any,
  mapping: z.custom<Fields>(isFields),
})

const LEFT: Record<string, string> = { THINK: 'thought', REQUEST: '', RESPONSE: '' }
const WHAT = 'a DeepSeek conversation'
/** One conversation of a DeepSeek export: the newest branch. Older exports have no fragments. @throws Refusal */
export async function readDeepSeek(value: Fields) {
  const data = shaped(conversationSchema, value, WHAT)
  const nodes = await nodesOf(data.mapping, WHAT)
  const path = [...shownPath(nodes, '')].filter(([, { message }]) => message)
  const about = { format: 'deepseek', sourceId: data.id, title: data.title, at: data.inserted_at } as const
  const talk = await talkOf(about, path, ([key, { message }], left, i) => {
    const { fragments, content, files, ...one } = shaped(messageSchema, message, WHAT, `mapping.${key}`)
    for (const { type } of fragments ?? []) {
      const what = LEFT[type] ?? 'tool call'
      if (what) leave(left, what)
    }
    const said = fragments?.filter(({ type }) => LEFT[type] === '')
    const texts = said ? said.map((one) => (typeof one.content === 'string' ? one.content : '')) : [content]
    const isUser = said?.length ? said[0]?.type === 'REQUEST' : i % 2 === 0
    const text = joined([...texts, ...tracesOf(files, left)])
    return { part: isUser ? 'user' : 'assistant', text, at: one.inserted_at, id: key }
  })
  const all = [...nodes.values()].filter(({ message }) => message)
  leave(talk.left, 'other-branch message', all.length - path.length)
  return talk
}
