import type { NewUnit, Sought } from '@/lib/db/memory/full-text'
import { pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { emptyIndex, tfOf, unitOf } from './load/data'
import type { Entry } from './load/entry'
import { putEntrySlowly } from './load/put'
import { placeText, saidText } from './unit-place'

/**
 * A key as a term of the full text, of a-z and 0-9: other characters become their code between two `z`.
 * Prefixes are preserved. The state's number first keeps owners and kinds apart: 7 -> `7xferri`.
 */
export const termOf = (stateId: number, key: string) =>
  `${stateId}x${key.slice(0, limits.fullText.keyChars).replace(/[^a-y0-9]/g, (sign) => `z${sign.charCodeAt(0).toString(36)}z`)}`

export const soughtKey = (stateId: number, key: string, beginning = false): Sought => ({
  text: termOf(stateId, key),
  beginning,
})

/** The units of entries exactly as the index divides them. */
export async function unitsOf(
  kind: IndexedKind,
  stateId: number,
  entries: readonly Entry[],
): Promise<NewUnit[]> {
  const data = emptyIndex(kind)
  const pace = pacer()
  for (const entry of entries) {
    await pace()
    await putEntrySlowly(data, entry)
  }
  const terms = data.units.message.map((): string[] => [])
  for (const [key, list] of data.postings) {
    const pause = pace()
    if (pause) await pause
    const term = termOf(stateId, key)
    for (const posting of list)
      for (let times = tfOf(posting); times > 0; times--) terms[unitOf(posting)]?.push(term)
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
