import type { Db } from '@/lib/db/engine/client'
import { turnsOfContexts } from '@/lib/db/memory/contexts'
import { pathLimits } from '@/lib/db/turns/path'
import { type TurnText, textsById, textsByNumber } from '@/lib/db/turns/turn-texts'
import type { RecallQuery } from './recall-query'

const list = (values: (string | number)[]) => values.join(', ')
const unique = <T>(values: readonly T[]) => [...new Set(values)]

/** `turns 1-12 exist`, for a model that asked for another one. */
function existing(last: number): string {
  if (last < 1) return 'there is no earlier turn'
  return last === 1 ? 'only turn 1 exists' : `turns 1-${last} exist`
}
const plural = (values: readonly unknown[]) => (values.length > 1 ? 's' : '')

/** The turns requested by number (on the path) or by their or their context's id (on any branch); notes on others. */
export async function asked(db: Db, ownerId: string, query: RecallQuery) {
  const numbers = await byNumber(db, ownerId, query)
  const ids = await byId(db, ownerId, query)
  return {
    turns: [...new Map([...numbers.turns, ...ids.turns].map((turn) => [turn.id, turn])).values()],
    notes: [...numbers.notes, ...ids.notes],
  }
}

async function byNumber(db: Db, ownerId: string, { path, before, request }: RecallQuery) {
  const numbers = unique(request.turnNumbers ?? [])
  const possible = numbers.filter((number) => number >= 1 && number < before)
  const rows = possible.length ? await textsByNumber(db, ownerId, path, possible) : []
  const turns = possible.flatMap((number) => rows.find((turn) => turn.number === number) ?? [])
  const never = numbers.filter((number) => !possible.includes(number))
  const gone = possible.filter((number) => !turns.some((turn) => turn.number === number))
  const notes: string[] = []
  if (never.length) notes.push(`no turn${plural(never)} ${list(never)}; ${existing(before - 1)}`)
  if (gone.length) notes.push(`turn${plural(gone)} ${list(gone)} no longer in memory`)
  return { turns, notes }
}

/** A summary's id also names the context it summarises. */
const contextIdOf = (id: string) => (id.startsWith('sum_') ? id.slice('sum_'.length) : id)

async function byId(
  db: Db,
  ownerId: string,
  { conversationId, path, before, request, scope = 'owner' }: RecallQuery,
) {
  const ids = unique(request.contextIds ?? [])
  if (ids.length === 0) return { turns: [], notes: [] }
  const ofContexts = await turnsOfContexts(db, ownerId, ids.map(contextIdOf))
  const turnIdOf = (id: string) => ofContexts.get(contextIdOf(id)) ?? id
  const rows = new Map((await textsById(db, ownerId, ids.map(turnIdOf))).map((turn) => [turn.id, turn]))
  const limits = pathLimits(path)
  const allowed = (turn: TurnText) => {
    if (turn.conversationId !== conversationId) return scope === 'owner'
    // On the path, numbers from `before` on are the asking turn and later ones.
    return turn.number < before || turn.number > (limits.get(turn.branchId) ?? 0)
  }
  const turns: TurnText[] = []
  const unknown: string[] = []
  for (const id of ids) {
    const turn = rows.get(turnIdOf(id))
    if (turn && allowed(turn)) turns.push(turn)
    else unknown.push(id)
  }
  return { turns, notes: unknown.length ? [`no context${plural(unknown)} ${list(unknown)}`] : [] }
}
