import { z } from 'zod'
import { pictureLine } from '@/lib/base/picture'
import { dateOf } from './dates'
import { nameSchema, shaped, shapedMessages, type Talk } from './talk'

const turnSchema = z.object({
  id: nameSchema,
  session: nameSchema,
  speaker: z.string(),
  text: z.string(),
  caption: z.string().nullish(),
  at: z.unknown().optional(),
})
const conversationSchema = z.object({
  id: nameSchema,
  title: z.string().nullish(),
  speakers: z.array(z.string()).min(1),
  turns: z.array(z.unknown()),
})

const WHAT = 'recall data'
/**
 * One conversation of the benchmark's format. A picture's `caption` follows the text as a marked line.
 * @throws Refusal
 */
export async function readRecallData(value: unknown): Promise<Talk> {
  const { id, title, speakers, turns: all } = shaped(conversationSchema, value, WHAT)
  const turns = await shapedMessages(turnSchema, all, WHAT, (at) => `turns.${at}`)
  const said = turns.map((turn) => ({
    id: turn.id,
    speaker: turn.speaker,
    part: turn.speaker === speakers[0] ? ('user' as const) : ('assistant' as const),
    text: [turn.text, turn.caption ? pictureLine(turn.caption) : ''].filter(Boolean).join('\n'),
    at: dateOf(turn.at, `Message ${turn.id.slice(0, 40)}`),
    session: turn.session || null,
  }))
  return { format: 'recall-data', sourceId: id, title: title ?? id, at: null, said, notes: [] }
}
