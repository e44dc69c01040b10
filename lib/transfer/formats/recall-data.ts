import { z } from 'zod'
import { pictureLine } from '@/lib/base/picture'
import { field, shaped, talkOf } from './talk'

const turnSchema = z.object({
  id: field.name,
  session: field.name,
  speaker: z.string(),
  text: z.string(),
  caption: field.text,
  at: field.any,
})
const conversationSchema = z.object({
  id: field.name,
  title: field.text,
  speakers: z.array(z.string()).min(1),
  turns: z.array(z.unknown()),
})

const WHAT = 'recall data'
/**
 * One conversation of the benchmark's format. A picture's `caption` follows the text as a marked line.
 * @throws Refusal
 */
export function readRecallData(value: unknown) {
  const { id, title, speakers, turns } = shaped(conversationSchema, value, WHAT)
  return talkOf({ format: 'recall-data', sourceId: id, title: title || id }, turns, (item, _, i) => {
    const { text, caption, ...turn } = shaped(turnSchema, item, WHAT, `turns.${i}`)
    const part = turn.speaker === speakers[0] ? 'user' : 'assistant'
    return { ...turn, part, text: [text, caption ? pictureLine(caption) : ''].filter(Boolean).join('\n') }
  })
}
