import { createHash } from 'node:crypto'
import { sha256 } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import {
  appendRows,
  findImported,
  type ImportedBefore,
  importedBefore,
  type TurnHere,
  turnsHere,
} from '@/lib/db/transfer/imports'
import { isForgotten } from '@/lib/db/turns/turns'
import { breath, pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { plainName } from '@/lib/shared/plain-name'
import { storableText } from '@/lib/shared/storable'
import { answererOf, type ImportedConversation, importOrigin } from '@/lib/shared/transfer/transfer'
import { type RowSink, RowWriter, writeStaged } from '@/lib/transfer/bundle/row-writer'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { checkCount, leftOut, type Talk } from './talk'
import { apartInTime, type JoinedTurn, joinedTurns } from './turns'
import { type WriteDeps, writeTurns } from './write-turns'

const TITLE_CHARS = 60
const UNNAMED = 'Imported conversation'
const NEWER = ' (another version)'
const SOURCE_CHARS = 80

const sourceKey = (sourceId: string) =>
  sourceId.length <= SOURCE_CHARS ? storableText(sourceId) : sha256(sourceId)

/** Its own title, else the beginning of what was said. */
export function talkTitle({ title }: Pick<Talk, 'title'>, turns: readonly JoinedTurn[]): string {
  const given = plainName(storableText(title).replace(/\s+/g, ' '))
  const begin = (turns[0]?.userText || turns[0]?.answer) ?? ''
  const text = given || begin.slice(0, 400).replace(/\s+/g, ' ').trim()
  const most = given ? limits.conversation.titleMaxChars : TITLE_CHARS
  return (text.length > most ? storableText(`${text.slice(0, most - 1)}…`) : text) || UNNAMED
}

/** Identifies a conversation without an id by its beginning, so that it is recognised when it has grown. */
const sourceOf = (talk: Talk) =>
  talk.sourceId ||
  `begins-${sha256(JSON.stringify([talk.said[0]?.speaker, talk.said[0]?.text, talk.said[0]?.at ?? talk.at])).slice(0, 24)}`

/**
 * Stores a foreign conversation, whole or not at all. The same, or an earlier state of it, adds nothing; one
 * that has grown its new turns; any other version becomes a second one. Forgotten turns never come back.
 * @throws Refusal
 */
export async function writeTalk(of: WriteDeps, talk: Talk): Promise<ImportedConversation> {
  const deps = { ...of, answerer: answererOf(talk.format) }
  const { db, ownerId, runtime } = deps
  if (talk.said.length === 0) throw new ImportRefusal('It contains no message with text.')
  checkCount(talk.said.length)
  const notes = leftOut(talk.left)
  await breath()
  const now = runtime.now()
  const sourceId = sourceOf(talk)
  const joined = await joinedTurns(talk.said, talk.said.find((message) => message.at)?.at ?? talk.at ?? now)
  const dated = talk.at !== null || talk.said.some((message) => message.at !== null)
  const prefix = `${talk.format}:${sourceKey(sourceId)}:`
  const importKey = `${prefix}${await hashOf(talk.title, joined, dated)}`
  type Outcome = Pick<ImportedConversation, 'id' | 'title' | 'status'> & { turns?: number }
  const outcome = (one: Outcome, ...more: string[]): ImportedConversation => {
    const reason = [...notes, ...more].join(' ')
    const came = { sourceId, turns: joined.length }
    return { ...came, ...one, ...(reason ? { reason } : {}) }
  }
  const same = deps.met.get(importKey) ?? (await findImported(db, ownerId, importKey))
  if (same) {
    deps.met.set(importKey, same)
    return outcome({ ...same, status: 'unchanged' })
  }

  await breath()
  const apart = apartInTime(joined)
  const before = await importedBefore(db, ownerId, prefix)
  const { here, grown, forgotten } = await compareVersions(db, ownerId, before, apart)
  const [latest] = before
  const known = here ?? (forgotten.size === apart.length ? latest : undefined)
  if (known) return outcome({ id: known.id, title: known.title, status: 'unchanged' })
  const turns = apart.map(
    (turn, i): JoinedTurn =>
      forgotten.has(i) ? { ...turn, userText: '', answer: '', messages: [], forgotten: true } : turn,
  )
  const appended = await appendTalk(deps, grown, importKey, turns)
  if (appended)
    return outcome({ ...appended, status: 'added' }, 'New messages were added to the existing conversation.')

  const id = runtime.id('conv')
  // The file's title may contain what was forgotten; the title here was rewritten then.
  const own = latest && forgotten.size ? latest.title.replace(NEWER, '') || UNNAMED : talkTitle(talk, turns)
  const title = before.length ? own.slice(0, limits.conversation.titleMaxChars - NEWER.length) + NEWER : own
  const conversation = {
    ...{ id, title, pinnedAt: null, archivedAt: null, tags: [] },
    ...{ origin: importOrigin(talk.format), importedAt: deps.importedAt, importedFile: deps.file },
    ...{ createdAt: turns[0]?.at ?? now, updatedAt: turns.at(-1)?.at ?? now },
  }
  const count = forgotten.size
  const kept =
    count === 1 ? '1 message that you forgot here was' : `${count} messages that you forgot here were`
  const more = count ? [`${kept} left out.`] : []
  if (await writeStaged(deps, conversation, importKey, (writer) => writeTurns(deps, writer, id, turns)))
    return outcome({ id, title, status: 'added', turns: turns.length - count }, ...more)
  const there = (await findImported(db, ownerId, importKey))?.id ?? null
  return outcome({ id: there, title: own, status: 'unchanged', turns: turns.length - count }, ...more)
}

/** Without dates that only record when the file was read, so that the conversation is recognised later. */
const undated = (turn: JoinedTurn) => ({
  ...turn,
  at: null,
  messages: turn.messages.map(({ at: _, ...message }) => message),
})
async function hashOf(title: string, turns: readonly JoinedTurn[], dated: boolean): Promise<string> {
  const pace = pacer()
  const hash = createHash('sha256').update(`[${JSON.stringify(title)},[`)
  for (const [i, { telling: _, ...turn }] of turns.entries()) {
    await pace()
    hash.update(`${i ? ',' : ''}${JSON.stringify(dated ? turn : undated(turn))}`)
  }
  return hash.update(']]').digest('hex')
}

type End = { id: string; last: Pick<TurnHere, 'id' | 'branchId' | 'number' | 'createdAt'> }
/** Writes turns after the last one of a conversation, in one transaction. False if it changed meanwhile. */
export async function appendTurns(
  deps: WriteDeps,
  { id, last }: End,
  importKey: string,
  turns: readonly JoinedTurn[],
  updatedAt: Date,
): Promise<boolean> {
  const { db, ownerId, runtime, signal } = deps
  let done = false
  const sink: RowSink = async (rows, blobs, now) => {
    const change = { id, leafId: last.id, importKey, newLeafId: String(rows.Turn?.at(-1)?.id), updatedAt }
    done = await appendRows(db, ownerId, change, rows, blobs, now)
  }
  const { branchId, number, id: parentId, createdAt } = last
  const behind = { branchId, number, parentId, at: createdAt.getTime() }
  await writeTurns(deps, new RowWriter(sink, runtime, signal, true), id, turns, behind)
  return done
}

/** Appends the new turns of a conversation that has grown; null if they are too many or it changed. */
async function appendTalk(
  deps: WriteDeps,
  grown: readonly Grown[],
  importKey: string,
  turns: readonly JoinedTurn[],
): Promise<{ id: string; title: string; turns: number } | null> {
  for (const { title, from, ...place } of grown) {
    const added = turns.slice(from)
    // A turn's context repeats its text.
    const chars = added.reduce((sum, turn) => sum + 2 * (turn.userText.length + turn.answer.length), 0)
    if (added.length > limits.transfer.joinedTurns || chars > limits.transfer.transactionChars) continue
    const updatedAt = new Date(
      added.reduce((latest, turn) => Math.max(latest, turn.at.getTime()), place.last.createdAt.getTime()),
    )
    if (await appendTurns(deps, place, importKey, added, updatedAt))
      return { id: place.id, title, turns: added.filter((turn) => !turn.forgotten).length }
  }
  return null
}

/** A conversation here that the incoming one continues after `last`, with `turns[from]`. */
export type Grown = ImportedBefore & { last: TurnHere; from: number }
/** `here` = a conversation that has all of it; `forgotten` = positions of turns forgotten in one. */
type Versions = { here: { id: string; title: string } | null; grown: Grown[]; forgotten: Set<number> }

/** A forgotten turn matches whatever comes in its place, because it must not come back. */
export async function compareVersions(
  db: Db,
  ownerId: string,
  before: ImportedBefore[],
  turns: readonly JoinedTurn[],
): Promise<Versions> {
  const versions: Versions = { here: null, grown: [], forgotten: new Set() }
  for (const one of before) {
    const all = await turnsHere(db, ownerId, one.id)
    const there = placesOf(one, all)
    if (isWhole(there, turns)) return { ...versions, here: { id: one.id, title: one.title } }
    const last = all.at(-1)
    const grows = all.length < turns.length && there.every((place, i) => agrees(place, turns[i]))
    if (last && grows && isLine(one, all)) versions.grown.push({ ...one, last, from: all.length })
    for (const place of forgottenIn(there, turns)) versions.forgotten.add(place)
  }
  return versions
}

/** `gone`: imported, and forgotten since. */
type LineTurn = TurnHere & { gone: boolean }
/** The branch a conversation began with. */
function placesOf({ importedAt }: ImportedBefore, all: TurnHere[]): LineTurn[] {
  // Turns imported before dates were stored all count as imported.
  const isImported = (turn: TurnHere) => turn.importedAt !== null || importedAt === null
  const line = all.filter((turn) => turn.branchId === all[0]?.branchId)
  return line.map((turn) => ({ ...turn, gone: isForgotten(turn) && isImported(turn) }))
}

const agrees = (place: LineTurn | undefined, turn: JoinedTurn | undefined) =>
  place !== undefined &&
  turn !== undefined &&
  (place.gone || (!isForgotten(place) && place.userText === turn.userText && place.answer === turn.answer))
/** Either may have stopped before the end of its answer. */
type Texts = Pick<JoinedTurn, 'userText' | 'answer'>
const begins = (shorter: Texts, longer: Texts) =>
  shorter.userText === longer.userText && longer.answer.startsWith(shorter.answer)

/** The last incoming turn may have been answered since. */
const isWhole = (there: LineTurn[], turns: readonly JoinedTurn[]) =>
  there.length >= turns.length &&
  turns.every((turn, i) => {
    const place = there[i]
    return (
      agrees(place, turn) ||
      (i === turns.length - 1 && place !== undefined && !isForgotten(place) && begins(turn, place))
    )
  })

/** Whether turns can be appended to a conversation: it is a single line of turns, and none is running. */
const isLine = ({ activeLeafId }: ImportedBefore, all: TurnHere[]) =>
  all.every(
    (turn, i) =>
      turn.number === i + 1 &&
      turn.branchId === all[0]?.branchId &&
      (turn.status === 'completed' || turn.status === 'forgotten'),
  ) && all.at(-1)?.id === activeLeafId

/** Incoming turns at the place of a forgotten one, if all before it match, or with its date. */
function forgottenIn(there: LineTurn[], turns: readonly JoinedTurn[]): number[] {
  const times = new Set(there.filter(({ gone }) => gone).map(({ createdAt }) => createdAt.getTime()))
  const apart = turns.findIndex((turn, i) => {
    const place = there[i]
    return !agrees(place, turn) && (!place || isForgotten(place) || !begins(place, turn))
  })
  const common = apart < 0 ? turns.length : apart
  return turns.flatMap((turn, i) =>
    (i < common && there[i]?.gone) || (turn.telling && times.has(turn.at.getTime())) ? [i] : [],
  )
}
