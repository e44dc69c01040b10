import { type Fields, fieldsOf, listOf, textOf } from './fields'
import { joined, tracesOf } from './parts'
import { leave, talkOf } from './talk'
import { nodesOf, shownPath } from './tree'

const LEFT: Record<string, string> = { THINK: 'thought', REQUEST: '', RESPONSE: '' }
/** One conversation of a DeepSeek export: the newest branch. Older exports have no fragments. @throws Refusal */
export async function readDeepSeek({ id, title, inserted_at: at, mapping }: Fields) {
  const nodes = await nodesOf(fieldsOf(mapping))
  const path = [...shownPath(nodes, '')].filter(([, { message }]) => message)
  const about = { format: 'deepseek', sourceId: id, title, at } as const
  const talk = await talkOf(about, path, ([key, { message }], left, i) => {
    const { fragments, content, files, inserted_at } = fieldsOf(message)
    const parts = listOf(fragments).map(fieldsOf)
    const isSaid = ({ type }: Fields) => LEFT[textOf(type)] === ''
    for (const part of parts) if (!isSaid(part)) leave(left, LEFT[textOf(part.type)] ?? 'tool call')
    const said = parts.filter(isSaid)
    const texts = fragments
      ? said.map((one) => (typeof one.content === 'string' ? one.content : ''))
      : [content]
    const isUser = said.length ? said[0]?.type === 'REQUEST' : i % 2 === 0
    const text = joined([...texts.map(textOf), ...tracesOf(files, left)])
    return { part: isUser ? 'user' : 'assistant', text, at: inserted_at, id: key }
  })
  const all = [...nodes.values()].filter(({ message }) => message)
  leave(talk.left, 'other-branch message', all.length - path.length)
  return talk
}
