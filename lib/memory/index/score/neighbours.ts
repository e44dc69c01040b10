import { type IndexData, messageEnd, turnPlace } from '@/lib/memory/index/load/data'
import { limits } from '@/lib/shared/limits'

const first = (data: IndexData, turn: number) =>
  (data.turns.firstMessage[turn] ?? 0) < messageEnd(data, turn) ? (data.turns.firstMessage[turn] ?? -1) : -1
const last = (data: IndexData, turn: number) => (first(data, turn) < 0 ? -1 : messageEnd(data, turn) - 1)

/** A new session starts after hours of silence. */
export const sameSession = (data: IndexData, a: number, b: number) =>
  Math.abs((data.messages.at[a] ?? 0) - (data.messages.at[b] ?? 0)) <= limits.index.sessionGapMs

const living = (data: IndexData, turn: number | undefined) =>
  turn !== undefined && data.turns.alive[turn] ? turn : -1

/** The previous turn on the path, on its own branch or the one it forked from; -1 = none in the index. */
function before(data: IndexData, turn: number): number {
  const place = turnPlace(data.turns.branch[turn] ?? 0, (data.turns.number[turn] ?? 0) - 1)
  const own = living(data, data.turnAt.get(place))
  return own >= 0 ? own : living(data, data.turnOf.get(data.turns.parentId[turn] ?? ''))
}

/**
 * Links a turn to the end of the previous one, mutually only within a branch: no message borrows from a fork.
 */
function tie(data: IndexData, turn: number) {
  const message = first(data, turn)
  if (message < 0) return
  const earlier = before(data, turn)
  const end = earlier < 0 ? -1 : last(data, earlier)
  const tied = end >= 0 && sameSession(data, end, message)
  data.messages.left[message] = tied ? end : -1
  if (tied && data.turns.branch[earlier] === data.turns.branch[turn]) data.messages.right[end] = message
}

/** Updates the links around a turn that was added or removed. */
export function relink(data: IndexData, turn: number) {
  const branch = data.turns.branch[turn] ?? 0
  const number = data.turns.number[turn] ?? 0
  if (data.turns.alive[turn]) tie(data, turn)
  else {
    const earlier = living(data, data.turnAt.get(turnPlace(branch, number - 1)))
    const end = earlier < 0 ? -1 : last(data, earlier)
    if (end >= 0) data.messages.right[end] = -1
  }
  const next = living(data, data.turnAt.get(turnPlace(branch, number + 1)))
  if (next >= 0) tie(data, next)
  for (const fork of data.forks.get(data.turns.id[turn] ?? '') ?? [])
    if (data.turns.alive[fork]) tie(data, fork)
}

/** First messages of branches by the message they follow; null without any. */
export function forksByMessage(data: IndexData): Map<number, number[]> | null {
  const found = new Map<number, number[]>()
  for (const fork of [...data.forks.values()].flat()) {
    const message = data.turns.alive[fork] ? first(data, fork) : -1
    const left = message < 0 ? -1 : (data.messages.left[message] ?? -1)
    if (left >= 0 && data.messages.right[left] !== message)
      found.set(left, [...(found.get(left) ?? []), message])
  }
  return found.size ? found : null
}
