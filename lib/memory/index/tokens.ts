import { z } from 'zod'
import type { SoughtTerm } from '@/lib/db/memory/full-text'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { emptyIndex, type IndexData, MESSAGE_PARTS, messageEnd, postingUnit, tfOf } from './load/data'
import { type IndexEntry, type PlacedMessage, putAll, putTurn } from './load/put'

/**
 * A key as a term of the full text, of a-z and 0-9: other characters become their code between two `z`.
 * Prefixes are preserved. The state's number first keeps owners and kinds apart: 7 -> `7xferri`.
 */
export const stateTerm = (stateId: number, key: string) =>
  `${stateId}x${key.slice(0, limits.fullText.keyChars).replace(/[^a-y0-9]/g, (sign) => `z${sign.charCodeAt(0).toString(36)}z`)}`

export const soughtKey = (stateId: number, key: string, beginning = false): SoughtTerm => ({
  text: stateTerm(stateId, key),
  beginning,
})

/** The units of entries exactly as the index divides them. */
export async function unitsOf(kind: IndexedKind, stateId: number, entries: readonly IndexEntry[]) {
  const data = await putAll(emptyIndex(kind), entries)
  const pace = pacer()
  const terms = data.units.message.map((): string[] => [])
  for (const [key, list] of data.postings) {
    const pause = pace()
    if (pause) await pause
    const term = stateTerm(stateId, key)
    for (const posting of list)
      for (let times = tfOf(posting); times > 0; times--) terms[postingUnit(posting)]?.push(term)
  }
  const { turns, messages, units } = data
  const turnAt = (unit: number) => messages.turn[units.message[unit] ?? 0]
  return units.message.map((message, unit) => {
    const turn = messages.turn[message] ?? 0
    return {
      refId: turns.id[turn] ?? '',
      conversationId: data.conversations.list[turns.conversation[turn] ?? 0] ?? '',
      branchId: data.branches.list[turns.branch[turn] ?? 0] ?? '',
      number: turns.number[turn] ?? 0,
      stamp: turns.stamp[turn] ?? null,
      speaker: data.speakers.list[messages.speaker[message] ?? 0] ?? '',
      at: messages.at[message] ?? 0,
      length: units.length[unit] ?? 0,
      terms: (terms[unit] ?? []).join(' '),
      place: placeText(data, unit),
      said: unit > 0 && turnAt(unit - 1) === turn ? '' : saidText(data, turn),
    }
  })
}

/** A unit's number of its message in the entry, and its offsets, as stored with it. */
function placeText({ turns, messages, units }: IndexData, unit: number): string {
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
      .tuple([z.enum(MESSAGE_PARTS), z.string(), number, number, number, number, number])
      .transform(([part, speaker, start, end, at, length, traits]): PlacedMessage => {
        return { part, speaker, start, end, at, length, traits }
      }),
  ),
})

/** Describes an entry's messages in the text that is stored with its first unit. */
function saidText(data: IndexData, turn: number): string {
  const { messages, turns, speakers } = data
  const said: z.input<typeof saidSchema> = { parentId: turns.parentId[turn] ?? null, messages: [] }
  for (let i = turns.firstMessage[turn] ?? 0; i < messageEnd(data, turn); i++)
    said.messages.push([
      MESSAGE_PARTS[messages.part[i] ?? 0] ?? 'user',
      speakers.list[messages.speaker[i] ?? 0] ?? '',
      messages.start[i] ?? 0,
      messages.end[i] ?? 0,
      messages.at[i] ?? 0,
      messages.length[i] ?? 0,
      messages.traits[i] ?? 0,
    ])
  return JSON.stringify(said)
}
export const parseSaid = (text: string) => saidSchema.parse(JSON.parse(text))

/** The pieces of a turn exactly as the index divides it; each gets one vector. */
export function piecesOfTurn(turn: TurnText): string[] {
  const data = emptyIndex()
  putTurn(data, turn)
  return data.units.message.map((message, unit) => {
    const text = MESSAGE_PARTS[data.messages.part[message] ?? 0] === 'user' ? turn.userText : turn.answer
    return text.slice(data.units.start[unit], data.units.end[unit])
  })
}
