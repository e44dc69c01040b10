import type { Db } from '@/lib/db/engine/client'
import { type ImportedBefore, type TurnHere, turnsHere } from '@/lib/db/transfer/imports'
import { isForgotten } from '@/lib/db/turns/turns'
import type { JoinedTurn } from './turns'

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
type Place = TurnHere & { gone: boolean }
/** The branch a conversation began with. */
function placesOf({ importedAt }: ImportedBefore, all: TurnHere[]): Place[] {
  // Turns imported before dates were stored all count as imported.
  const isImported = (turn: TurnHere) => turn.importedAt !== null || importedAt === null
  const line = all.filter((turn) => turn.branchId === all[0]?.branchId)
  return line.map((turn) => ({ ...turn, gone: isForgotten(turn) && isImported(turn) }))
}

const agrees = (place: Place | undefined, turn: JoinedTurn | undefined) =>
  place !== undefined &&
  turn !== undefined &&
  (place.gone || (!isForgotten(place) && place.userText === turn.userText && place.answer === turn.answer))
/** Either may have stopped before the end of its answer. */
type Texts = Pick<JoinedTurn, 'userText' | 'answer'>
const begins = (shorter: Texts, longer: Texts) =>
  shorter.userText === longer.userText && longer.answer.startsWith(shorter.answer)

/** The last incoming turn may have been answered since. */
const isWhole = (there: Place[], turns: readonly JoinedTurn[]) =>
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
function forgottenIn(there: Place[], turns: readonly JoinedTurn[]): number[] {
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
