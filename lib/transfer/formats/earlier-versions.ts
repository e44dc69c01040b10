import type { Db } from '@/lib/db/engine/client'
import { type ImportedBefore, type TurnHere, turnsHere } from '@/lib/db/transfer/imports'
import { isForgotten } from '@/lib/db/turns/turns'
import type { JoinedTurn } from './turns'

/** A conversation here that what comes begins with: new are `turns[from]` and those after it, and `last` stands before them. */
export type Grown = ImportedBefore & { last: TurnHere; from: number }
/** What the versions of a conversation that are here are to one that comes. `here` = it has all of it; `forgotten` = places of turns that were forgotten in one of them. */
export type Versions = { here: { id: string; title: string } | null; grown: Grown[]; forgotten: Set<number> }

/** Reads every version once. `telling` = places of those that come whose date tells them from all others. A forgotten turn counts as the one that comes in its place, whatever that says: it must not come back. */
export async function compareVersions(
  db: Db,
  ownerId: string,
  before: ImportedBefore[],
  turns: readonly JoinedTurn[],
  telling: ReadonlySet<number>,
): Promise<Versions> {
  const versions: Versions = { here: null, grown: [], forgotten: new Set() }
  for (const one of before) {
    const all = await turnsHere(db, ownerId, one.id)
    const there = placesOf(one, all)
    if (isWhole(there, turns)) return { ...versions, here: { id: one.id, title: one.title } }
    const last = all.at(-1)
    if (
      last &&
      isLine(one, all) &&
      all.length < turns.length &&
      there.every((place, i) => agrees(place, turns[i]))
    )
      versions.grown.push({ ...one, last, from: all.length })
    for (const place of forgottenIn(there, turns, telling)) versions.forgotten.add(place)
  }
  return versions
}

/** `gone`: it came with an import and was forgotten since. */
type Place = TurnHere & { gone: boolean }
/** The branch that a conversation began with. */
const placesOf = ({ importedAt }: ImportedBefore, all: TurnHere[]): Place[] =>
  all
    .filter((turn) => turn.branchId === all[0]?.branchId)
    // Those of imports from before dates were kept all count as brought.
    .map((turn) => ({
      ...turn,
      gone: isForgotten(turn) && (turn.importedAt !== null || importedAt === null),
    }))

const agrees = (place: Place | undefined, turn: JoinedTurn | undefined) =>
  place !== undefined &&
  turn !== undefined &&
  (place.gone || (!isForgotten(place) && place.userText === turn.userText && place.answer === turn.answer))
/** One of the two may have stopped before the end of its answer. */
const begins = (
  shorter: Pick<JoinedTurn, 'userText' | 'answer'>,
  longer: Pick<JoinedTurn, 'userText' | 'answer'>,
) => shorter.userText === longer.userText && longer.answer.startsWith(shorter.answer)

/** The last turn that comes may have been answered since. */
const isWhole = (there: Place[], turns: readonly JoinedTurn[]) =>
  there.length >= turns.length &&
  turns.every((turn, i) => {
    const place = there[i]
    return (
      agrees(place, turn) ||
      (i === turns.length - 1 && place !== undefined && !isForgotten(place) && begins(turn, place))
    )
  })

/** Whether a conversation can be added to behind its end: its turns are one line, and over. */
const isLine = ({ activeLeafId }: ImportedBefore, all: TurnHere[]) =>
  all.every(
    (turn, i) =>
      turn.number === i + 1 &&
      turn.branchId === all[0]?.branchId &&
      (turn.status === 'completed' || turn.status === 'forgotten'),
  ) && all.at(-1)?.id === activeLeafId

/** Turns that come in the place of a forgotten one, with all before them as it is here, or of its very time where that says more than the place: nothing else of it is known. */
function forgottenIn(there: Place[], turns: readonly JoinedTurn[], telling: ReadonlySet<number>): number[] {
  const times = new Set(there.filter(({ gone }) => gone).map(({ createdAt }) => createdAt.getTime()))
  const apart = turns.findIndex((turn, i) => {
    const place = there[i]
    return !agrees(place, turn) && (!place || isForgotten(place) || !begins(place, turn))
  })
  const common = apart < 0 ? turns.length : apart
  return turns.flatMap((turn, i) =>
    (i < common && there[i]?.gone) || (telling.has(i) && times.has(turn.at.getTime())) ? [i] : [],
  )
}
