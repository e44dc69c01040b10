import type { TurnText } from '@/lib/db/turns/turn-texts'
import { relink, sameSession } from '@/lib/memory/index/score/neighbours'
import { queryWords, readTerms, readTermsSlowly, type TermList } from '@/lib/memory/text/terms'
import { traitsOf } from '@/lib/memory/text/traits'
import { limits } from '@/lib/shared/limits'
import { type Bulk, noteKey } from './bulk'
import {
  type IndexData,
  MAX_TF,
  messageEnd,
  ordinal,
  PARTS,
  placeOf,
  TF_BITS,
  tfOf,
  unitEnd,
  unitOf,
} from './data'
import { type Entry, entryOfTurn, type Said } from './entry'
import { writeRow } from './rows'

/** Removes a turn or another entry, if it is there. */
export function removeTurn(data: IndexData, turnId: string) {
  const turn = data.turnOf.get(turnId)
  if (turn === undefined) return
  data.turnOf.delete(turnId)
  data.turns.alive[turn] = false
  const place = placeOf(data.turns.branch[turn] ?? 0, data.turns.number[turn] ?? 0)
  if (data.turnAt.get(place) === turn) data.turnAt.delete(place)
  const parentId = data.turns.parentId[turn]
  const forks = parentId ? data.forks.get(parentId) : undefined
  if (forks?.includes(turn)) forks.splice(forks.indexOf(turn), 1)
  const talkers = data.talkers.get(data.turns.conversation[turn] ?? 0)
  for (let message = data.turns.firstMessage[turn] ?? 0; message < messageEnd(data, turn); message++) {
    const speaker = data.messages.speaker[message] ?? 0
    talkers?.set(speaker, (talkers.get(speaker) ?? 0) - 1)
    const units = unitEnd(data, message) - (data.messages.firstUnit[message] ?? 0)
    grow(data, turn, -units, -(data.messages.length[message] ?? 0))
    writeRow(data, message)
  }
  if (data.kind === 'message') relink(data, turn)
}

/** Adds a turn, replacing an earlier version. */
export const putTurn = (data: IndexData, turn: TurnText) => putEntry(data, entryOfTurn(turn))

type TermsOf = Readonly<TermList>
const isLong = ({ start, end }: Said) => end - start > limits.index.longText
/** `putEntry`, but yielding to the event loop during long texts. */
export function putEntrySlowly(
  data: IndexData,
  entry: Entry,
  bulk: Bulk | null = null,
): Promise<void> | undefined {
  if (entry.said.some(isLong)) return putLong(data, entry, bulk)
  putEntry(data, entry, bulk)
  return undefined
}
async function putLong(data: IndexData, entry: Entry, bulk: Bulk | null): Promise<void> {
  const read = new Map<Said, TermsOf>()
  for (const said of entry.said)
    if (isLong(said)) read.set(said, await readTermsSlowly(said.text.slice(said.start, said.end)))
  putEntry(data, entry, bulk, read)
}

/** Adds an entry, replacing an earlier version. During a load its postings go to `bulk`. */
export function putEntry(
  data: IndexData,
  entry: Entry,
  bulk: Bulk | null = null,
  read: ReadonlyMap<Said, TermsOf> | null = null,
) {
  removeTurn(data, entry.id)
  const { turns } = data
  const at = turns.id.push(entry.id) - 1
  const branch = ordinal(data.branches, entry.branchId)
  data.turnOf.set(entry.id, at)
  turns.parentId.push(entry.parentId)
  const conversation = ordinal(data.conversations, entry.conversationId)
  data.branchOf[branch] = conversation
  turns.conversation.push(conversation)
  turns.branch.push(branch)
  turns.number.push(entry.number)
  turns.stamp.push(entry.stamp)
  turns.alive.push(true)
  turns.firstMessage.push(data.messages.turn.length)
  for (const said of entry.said) putMessage(data, at, said, bulk, read?.get(said))
  if (data.kind !== 'message') return
  data.turnAt.set(placeOf(branch, entry.number), at)
  if (entry.parentId && !data.turnAt.has(placeOf(branch, entry.number - 1)))
    data.forks.set(entry.parentId, [...(data.forks.get(entry.parentId) ?? []), at])
  relink(data, at)
}

function grow(data: IndexData, turn: number, units: number, terms: number) {
  const conversation = data.turns.conversation[turn] ?? 0
  data.live.units += units
  data.sizes.units[conversation] = (data.sizes.units[conversation] ?? 0) + units
  data.sizes.terms[conversation] = (data.sizes.terms[conversation] ?? 0) + terms
}

const ROLES = new Set(['user', 'assistant', 'system', 'tool', 'human', 'ai', 'bot', 'model'])
/** A speaker's number. A new speaker's name is indexed by its words. */
function speakerOf(data: IndexData, name: string): number {
  const known = data.speakers.at.get(name)
  if (known !== undefined) return known
  const speaker = ordinal(data.speakers, name)
  if (!ROLES.has(name.toLowerCase()))
    for (const key of new Set(queryWords(name).flatMap((word) => word.keys)))
      data.named.set(key, [...(data.named.get(key) ?? []), speaker])
  return speaker
}

function putMessage(data: IndexData, turn: number, said: Said, bulk: Bulk | null, read?: TermsOf) {
  const { messages, units, turns } = data
  const own = said.text.slice(said.start, said.end)
  const terms = read ?? readTerms(own)
  const count = terms.count
  const speaker = speakerOf(data, said.speaker)
  const conversation = turns.conversation[turn] ?? 0
  const talkers = data.talkers.get(conversation) ?? new Map<number, number>()
  data.talkers.set(conversation, talkers.set(speaker, (talkers.get(speaker) ?? 0) + 1))
  const message = messages.turn.push(turn) - 1
  messages.part.push(PARTS.indexOf(said.part))
  messages.start.push(said.start)
  messages.end.push(said.end)
  messages.speaker.push(speaker)
  messages.at.push(Date.parse(said.at))
  messages.length.push(count)
  messages.traits.push(traitsOf(own, terms))
  messages.firstUnit.push(units.message.length)
  const before =
    message > (turns.firstMessage[turn] ?? 0) && sameSession(data, message - 1, message) ? message - 1 : -1
  messages.left.push(before)
  messages.right.push(-1)
  if (before >= 0) messages.right[before] = message
  const size = Math.ceil(count / Math.ceil(count / limits.index.unitTerms))
  for (let from = 0; from < count; from += size)
    putUnit(data, message, said.start, terms, from, Math.min(count, from + size), bulk)
  writeRow(data, message)
}

/** The terms of a message between `from` and `to`. */
function putUnit(
  data: IndexData,
  message: number,
  start: number,
  terms: Readonly<TermList>,
  from: number,
  to: number,
  bulk: Bulk | null,
) {
  const unit = data.units.message.push(message) - 1
  data.units.start.push(start + (terms.starts[from] ?? 0))
  data.units.end.push(start + (terms.ends[to - 1] ?? 0))
  data.units.length.push(to - from)
  grow(data, data.messages.turn[message] ?? 0, 1, to - from)
  for (let i = from; i < to; i++) {
    const key = terms.keys[i]
    if (!key) continue
    if (bulk) noteKey(bulk, key, unit)
    else post(data, key.text, unit)
  }
}

/** Counts the key once more in the unit added last. */
function post(data: IndexData, key: string, unit: number) {
  const list = data.postings.get(key)
  const last = list?.[list.length - 1]
  if (list && last !== undefined && unitOf(last) === unit) {
    if (tfOf(last) < MAX_TF) list[list.length - 1] = last + 1
    return
  }
  if (list) list.push((unit << TF_BITS) | 1)
  else data.postings.set(key, [(unit << TF_BITS) | 1])
  data.postingCount += 1
}
