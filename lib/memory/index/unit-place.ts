import { z } from 'zod'
import { type IndexData, messageEnd, PARTS } from './load/data'
import type { PlacedMessage } from './load/put'

/** A unit's number of its message in the entry, and its offsets, as stored with it. */
export function placeText({ turns, messages, units }: IndexData, unit: number): string {
  const message = units.message[unit] ?? 0
  const first = turns.firstMessage[messages.turn[message] ?? 0] ?? 0
  return [message - first, units.start[unit], units.end[unit]].join(' ')
}
export function placeIn(text: string): { message: number; start: number; end: number } {
  const [message = 0, start = 0, end = 0] = text.split(' ').map(Number)
  return { message, start, end }
}

const number = z.number()
const saidSchema = z.object({
  parentId: z.string().nullable(),
  messages: z.array(
    z
      .tuple([z.enum(PARTS), z.string(), number, number, number, number, number])
      .transform(([part, speaker, start, end, at, length, traits]): PlacedMessage => {
        return { part, speaker, start, end, at, length, traits }
      }),
  ),
})
export type EntrySaid = z.output<typeof saidSchema>

/** Describes an entry's messages in the text that is stored with its first unit. */
export function saidText(data: IndexData, turn: number): string {
  const { messages, turns, speakers } = data
  const said: z.input<typeof saidSchema> = { parentId: turns.parentId[turn] ?? null, messages: [] }
  for (let i = turns.firstMessage[turn] ?? 0; i < messageEnd(data, turn); i++)
    said.messages.push([
      PARTS[messages.part[i] ?? 0] ?? 'user',
      speakers.list[messages.speaker[i] ?? 0] ?? '',
      messages.start[i] ?? 0,
      messages.end[i] ?? 0,
      messages.at[i] ?? 0,
      messages.length[i] ?? 0,
      messages.traits[i] ?? 0,
    ])
  return JSON.stringify(said)
}
export const saidIn = (text: string): EntrySaid => saidSchema.parse(JSON.parse(text))
