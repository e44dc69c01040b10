import type { TurnText } from '@/lib/db/turns/turn-texts'
import { relink, sameSession } from '@/lib/memory/index/score/neighbours'
import { isStem } from '@/lib/memory/text/known-words'
import { queryWords, readTerms, readTermsSlowly, type TermList } from '@/lib/memory/text/terms'
import { traitsOf } from '@/lib/memory/text/traits'
import { pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import type { Words } from '@/lib/shared/pick'
import type { TurnMessage } from '@/lib/shared/turn/messages'
import { type Bulk, noteKey } from './bulk'
import {
  AT,
  type IndexData,
  MAX_TF,
  MESSAGE_PARTS,
  messageEnd,
  ordinal,
  postingUnit,
  ROW,
  TF_BITS,
  tfOf,
  turnPlace,
  unitEnd,
} from './data'

/** A part of one of an entry's texts; `start` and `end` are offsets into `text`. */
type IndexedMessage = Omit<TurnMessage, 'id'> & { text: string }
/**
 * An entry of an index: a turn, a summary or a file. Branch and number decide its reach; `at` = when it was
 * said. An unchanged `stamp` means an unchanged text; null = always read.
 */
export type IndexEntry = Pick<TurnText, Words<'id conversationId branchId number parentId'>> & {
  stamp: string | null
  said: IndexedMessage[]
}

/** A turn as its messages. One chatted here has two, with roles as speakers. */
export function entryOfTurn({ createdAt, userText, answer, messages, ...turn }: TurnText): IndexEntry {
  const { id, conversationId, branchId, number, parentId } = turn
  const entry = { id, conversationId, branchId, number, parentId, stamp: null }
  if (messages?.length)
    return {
      ...entry,
      said: messages.map(({ id: _, ...said }) => ({
        ...said,
        text: said.part === 'user' ? userText : answer,
      })),
    }
  const at = createdAt.toISOString()
  const whole = (part: 'user' | 'assistant', text: string): IndexedMessage[] =>
    text.trim() ? [{ speaker: part, at, part, start: 0, end: text.length, text }] : []
  return { ...entry, said: [...whole('user', userText), ...whole('assistant', answer)] }
}

export const entryOfText = (
  place: Omit<IndexEntry, 'said' | 'parentId'>,
  at: Date,
  text: string,
): IndexEntry => ({
  ...place,
  parentId: null,
  said: text.trim()
    ? [{ speaker: '', at: at.toISOString(), part: 'assistant', start: 0, end: text.length, text }]
    : [],
})

export function removeTurn(data: IndexData, turnId: string) {
  const turn = data.turnOf.get(turnId)
  if (turn === undefined) return
  data.turnOf.delete(turnId)
  data.turns.alive[turn] = false
  const place = turnPlace(data.turns.branch[turn] ?? 0, data.turns.number[turn] ?? 0)
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

export const putTurn = (data: IndexData, turn: TurnText) => putEntry(data, entryOfTurn(turn))

type TermsOf = Readonly<TermList>
/** Adds entries, yielding to the event loop between them and during long texts. @returns the index. */
export async function putAll(data: IndexData, entries: readonly IndexEntry[], bulk: Bulk | null = null) {
  const pace = pacer()
  for (const entry of entries) {
    await pace()
    const read = new Map<IndexedMessage, TermsOf>()
    for (const said of entry.said)
      if (said.end - said.start > limits.index.longText)
        read.set(said, await readTermsSlowly(said.text.slice(said.start, said.end)))
    putEntry(data, entry, bulk, read)
  }
  return data
}

/** Adds an entry, replacing an earlier version. During a load its postings go to `bulk`. */
function putEntry(
  data: IndexData,
  entry: IndexEntry,
  bulk: Bulk | null = null,
  read: ReadonlyMap<IndexedMessage, TermsOf> | null = null,
) {
  const turn = openEntry(data, entry)
  for (const said of entry.said) putMessage(data, turn, said, bulk, read?.get(said))
  closeEntry(data, entry, turn)
}

type Placed = Omit<IndexEntry, 'said'>
/** Adds an entry without messages, replacing an earlier version. @returns its number. */
export function openEntry(data: IndexData, entry: Placed): number {
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
  return at
}

/** Links an entry to its neighbours. Call it once all its messages are in. */
export function closeEntry(data: IndexData, { parentId, number }: Placed, at: number) {
  if (data.kind !== 'message') return
  const branch = data.turns.branch[at] ?? 0
  data.turnAt.set(turnPlace(branch, number), at)
  if (parentId && !data.turnAt.has(turnPlace(branch, number - 1)))
    data.forks.set(parentId, [...(data.forks.get(parentId) ?? []), at])
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
      if (!isStem(key)) data.named.set(key, [...(data.named.get(key) ?? []), speaker])
  return speaker
}

function putMessage(data: IndexData, turn: number, said: IndexedMessage, bulk: Bulk | null, read?: TermsOf) {
  const own = said.text.slice(said.start, said.end)
  const terms = read ?? readTerms(own)
  const count = terms.count
  const { part, start, end, speaker } = said
  const at = Date.parse(said.at)
  const traits = traitsOf(own, terms)
  const message = openMessage(data, turn, { part, start, end, speaker, at, length: count, traits })
  const size = Math.ceil(count / Math.ceil(count / limits.index.unitTerms))
  for (let from = 0; from < count; from += size)
    putUnit(data, message, said.start, terms, from, Math.min(count, from + size), bulk)
  writeRow(data, message)
}

/** A message without its terms; `length` is how many it has, `at` is in milliseconds. */
export type PlacedMessage = Pick<IndexedMessage, 'part' | 'start' | 'end' | 'speaker'> & {
  at: number
  length: number
  traits: number
}
/** Begins a message of the latest entry; `writeRow` ends it once its units are in. @returns its number. */
export function openMessage(data: IndexData, turn: number, said: PlacedMessage): number {
  const { messages, units, turns } = data
  const speaker = speakerOf(data, said.speaker)
  const conversation = turns.conversation[turn] ?? 0
  const talkers = data.talkers.get(conversation) ?? new Map<number, number>()
  data.talkers.set(conversation, talkers.set(speaker, (talkers.get(speaker) ?? 0) + 1))
  const message = messages.turn.push(turn) - 1
  messages.part.push(MESSAGE_PARTS.indexOf(said.part))
  messages.start.push(said.start)
  messages.end.push(said.end)
  messages.speaker.push(speaker)
  messages.at.push(said.at)
  messages.length.push(said.length)
  messages.traits.push(said.traits)
  messages.firstUnit.push(units.message.length)
  const before =
    message > (turns.firstMessage[turn] ?? 0) && sameSession(data, message - 1, message) ? message - 1 : -1
  messages.left.push(before)
  messages.right.push(-1)
  if (before >= 0) messages.right[before] = message
  return message
}

function putUnit(
  data: IndexData,
  message: number,
  start: number,
  terms: Readonly<TermList>,
  from: number,
  to: number,
  bulk: Bulk | null,
) {
  const place = { start: start + (terms.starts[from] ?? 0), end: start + (terms.ends[to - 1] ?? 0) }
  const unit = openUnit(data, message, place, to - from)
  for (let i = from; i < to; i++) {
    const key = terms.keys[i]
    if (!key) continue
    if (bulk) noteKey(bulk, key, unit)
    else post(data, key.text, unit)
  }
}

/** Adds a unit without terms to the message added last. @returns its number. */
export function openUnit(
  data: IndexData,
  message: number,
  place: { start: number; end: number },
  length: number,
): number {
  data.units.start.push(place.start)
  data.units.end.push(place.end)
  data.units.length.push(length)
  grow(data, data.messages.turn[message] ?? 0, 1, length)
  return data.units.message.push(message) - 1
}

export function post(data: IndexData, key: string, unit: number) {
  const list = data.postings.get(key)
  const last = list?.[list.length - 1]
  if (list && last !== undefined && postingUnit(last) === unit) {
    if (tfOf(last) < MAX_TF) list[list.length - 1] = last + 1
    return
  }
  if (list) list.push((unit << TF_BITS) | 1)
  else data.postings.set(key, [(unit << TF_BITS) | 1])
  data.postingCount += 1
}

const GROW = 1.5

/** Writes the row of a message after its turn and units were added. */
export function writeRow(data: IndexData, message: number) {
  const { messages, turns, units, rows } = data
  const at = message * ROW
  if (at + ROW > rows.of.length) {
    const more = new Int32Array(Math.ceil((message + 1) * GROW) * ROW)
    more.set(rows.of)
    rows.of = more
  }
  const turn = messages.turn[message] ?? 0
  rows.of[at + AT.branch] = turns.alive[turn] ? (turns.branch[turn] ?? 0) : -1
  rows.of[at + AT.number] = turns.number[turn] ?? 0
  rows.of[at + AT.conversation] = turns.conversation[turn] ?? 0
  rows.of[at + AT.speaker] = messages.speaker[message] ?? 0
  rows.of[at + AT.firstUnit] = messages.firstUnit[message] ?? 0
  rows.of[at + AT.endUnit] = messages.firstUnit[message + 1] ?? units.message.length
  rows.of[at + AT.length] = messages.length[message] ?? 0
  rows.of[at + AT.traits] = messages.traits[message] ?? 0
}
