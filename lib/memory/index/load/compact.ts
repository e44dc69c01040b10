import { pacer } from '@/lib/base/breath'
import { limits } from '@/lib/shared/limits'
import { emptyIndex, type IndexData, messageEnd, placeOf, TF_BITS, tfOf, unitEnd, unitOf } from './data'
import { writeRow } from './rows'

/**
 * The index without tombstones, once they exceed `limits.index.compactAt` of all units or turns; else the
 * same index. A copy, because a paused search continues with the old numbers.
 */
export async function compacted(data: IndexData): Promise<IndexData> {
  const dead = data.units.message.length - data.live.units
  const deadTurns = data.turns.id.length - data.turnOf.size
  if (
    dead <= data.units.message.length * limits.index.compactAt &&
    deadTurns <= data.turns.id.length * limits.index.compactAt
  )
    return data
  const next: IndexData = {
    ...emptyIndex(data.kind),
    rev: data.rev,
    conversations: data.conversations,
    branches: data.branches,
    speakers: data.speakers,
    talkers: data.talkers,
    named: data.named,
  }
  Object.assign(next, { branchOf: data.branchOf, sizes: data.sizes, live: data.live })
  const pace = pacer()
  const turnTo = new Map<number, number>()
  const messageTo = new Int32Array(data.messages.turn.length).fill(-1)
  const unitTo = new Int32Array(data.units.message.length).fill(-1)
  const { turns, messages, units } = next
  for (const [old, alive] of data.turns.alive.entries()) {
    if (!alive) continue
    await pace()
    const turn = turns.id.push(data.turns.id[old] ?? '') - 1
    turnTo.set(old, turn)
    next.turnOf.set(data.turns.id[old] ?? '', turn)
    if (data.kind === 'message')
      next.turnAt.set(placeOf(data.turns.branch[old] ?? 0, data.turns.number[old] ?? 0), turn)
    turns.parentId.push(data.turns.parentId[old] ?? null)
    for (const field of ['conversation', 'branch', 'number'] as const)
      turns[field].push(data.turns[field][old] ?? 0)
    turns.stamp.push(data.turns.stamp[old] ?? null)
    turns.alive.push(true)
    turns.firstMessage.push(messages.turn.length)
    for (let from = data.turns.firstMessage[old] ?? 0; from < messageEnd(data, old); from++) {
      const message = messages.turn.push(turn) - 1
      messageTo[from] = message
      for (const field of [
        'part',
        'start',
        'end',
        'speaker',
        'at',
        'length',
        'traits',
        'left',
        'right',
      ] as const)
        messages[field].push(data.messages[field][from] ?? 0)
      messages.firstUnit.push(units.message.length)
      for (let unit = data.messages.firstUnit[from] ?? 0; unit < unitEnd(data, from); unit++) {
        unitTo[unit] = units.message.push(message) - 1
        for (const field of ['start', 'end', 'length'] as const)
          units[field].push(data.units[field][unit] ?? 0)
      }
      writeRow(next, message)
    }
  }
  for (const side of [messages.left, messages.right])
    for (const [message, beside] of side.entries())
      side[message] = beside < 0 ? -1 : (messageTo[beside] ?? -1)
  for (const [id, forks] of data.forks) {
    const kept = forks.flatMap((fork) => turnTo.get(fork) ?? [])
    if (kept.length) next.forks.set(id, kept)
  }
  for (const [key, list] of data.postings) {
    await pace()
    const rest = list.flatMap((posting) => {
      const unit = unitTo[unitOf(posting)] ?? -1
      return unit < 0 ? [] : [(unit << TF_BITS) | tfOf(posting)]
    })
    if (rest.length) next.postings.set(key, rest)
    next.postingCount += rest.length
  }
  return next
}
