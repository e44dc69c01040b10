import { changeOps } from '@/lib/db/engine/changes'
import { topicRows, topicShares } from '@/lib/db/memory/topics'
import { loadMap } from '@/lib/memory/map/load-map'
import { topicName } from '@/lib/memory/topics/topic-name'
import type { Bench, Goal, Report, Row } from '../bench'
import { blockOf } from '../block'
import { type Conversation, dataSets } from '../recall/data'
import { fill } from '../recall/load'
import { median, rounded } from '../stats'
import { openWorkplace, type Workplace } from '../workplace'
import { ordinaryHistories } from './ordinary'
import { tell } from './tell'

const LARGE = 10_000
const NEW_TURNS = 20

type Made = { turns: number; told: number; topics: number; seconds: number; blockMs: number }
async function make(place: Workplace, ownerId: string): Promise<Made> {
  const begin = performance.now()
  const blockMs = await blockOf(() => tell(place))
  const seconds = (performance.now() - begin) / 1_000
  const shares = await topicShares(place.db, ownerId)
  const sum = (of: typeof shares) => of.reduce((total, { turns }) => total + turns, 0)
  const told = sum(shares.filter(({ topicId }) => topicId !== null))
  return { turns: sum(shares), told, topics: (await topicRows(place.db, ownerId)).length, seconds, blockMs }
}

async function listed({ db }: Workplace, ownerId: string): Promise<string[]> {
  const sizes = new Map<string | null, number>()
  for (const { topicId, turns } of await topicShares(db, ownerId))
    sizes.set(topicId, (sizes.get(topicId) ?? 0) + turns)
  const rows = await topicRows(db, ownerId)
  return rows
    .map((row) => ({ turns: sizes.get(row.id) ?? 0, name: topicName(row) }))
    .sort((a, b) => b.turns - a.turns)
    .map(({ turns, name }) => `${String(turns).padStart(6)}  ${name}`)
}

/** The recall data again and again, until there are so many turns. */
async function enlarge(place: Workplace, ownerId: string, spoken: readonly Conversation[], turns: number) {
  for (let copy = 0; (await place.db.turn.count({ where: { ownerId } })) < turns; copy++)
    for (const one of spoken) {
      if ((await place.db.turn.count({ where: { ownerId } })) >= turns) return
      await fill(place, ownerId, [{ ...one, id: `${one.id} ${copy}` }])
    }
}

/** Milliseconds from a turn's end to its topic, when nothing else is to be done. */
async function assigning(place: Workplace, ownerId: string): Promise<number[]> {
  const { db } = place
  const times: number[] = []
  const turns = await db.turn.findMany({ where: { ownerId }, take: NEW_TURNS, select: { id: true } })
  for (const { id } of turns) {
    await db.turnTopic.delete({ where: { turnId: id } })
    await db.$transaction(changeOps(db, ownerId, [{ kind: 'turn', refId: id, op: 'put' }]))
    const begin = performance.now()
    await tell(place)
    times.push(performance.now() - begin)
  }
  return times
}

async function run({ n, data, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const sets = dataSets(data)
  if (sets.length === 0) throw new Error('There is no recall data. Name a file with --data.')
  const place = await openWorkplace(database)
  try {
    const rows: Row[] = []
    for (const set of [...sets, ...ordinaryHistories()]) {
      await fill(place, set.name, set.conversations)
      rows.push(rowOf(set.name, await make(place, set.name)))
      say(`${set.name}\n${(await listed(place, set.name)).join('\n')}`)
    }
    const turns = n ?? LARGE
    say(`importing ${turns} turns …`)
    await enlarge(
      place,
      'large',
      sets.flatMap((set) => set.conversations),
      turns,
    )
    const made = await make(place, 'large')
    const newTurn = median(await assigning(place, 'large'))
    const first: number[] = []
    for (let i = 0; i < 5; i++) {
      const begin = performance.now()
      await loadMap(place.db, 'large')
      first.push(performance.now() - begin)
    }
    rows.push({ ...rowOf('large', made), newTurnMs: rounded(newTurn), firstLevelMs: rounded(median(first)) })
    return { rows, goals: goals(made, newTurn, median(first)), notes: [] }
  } finally {
    await place.close()
  }
}

const rowOf = (data: string, { turns, told, topics, seconds, blockMs }: Made): Row => ({
  ...{ data, turns, topics, told: `${Math.round((100 * told) / turns)} %` },
  ...{ seconds: rounded(seconds), blockMs: rounded(blockMs) },
})

const goals = (made: Made, newTurn: number, first: number): Goal[] => [
  {
    ...{ goal: 'time for 10,000 turns', value: rounded((made.seconds * LARGE) / made.turns), limit: 120 },
    unit: 's',
  },
  { goal: 'longest block', value: rounded(made.blockMs), limit: 50, unit: 'ms' },
  { goal: 'a new turn', value: rounded(newTurn), limit: 10, unit: 'ms' },
  { goal: 'first level of the map', value: rounded(first), limit: 150, unit: 'ms' },
]

export const topics: Bench = {
  name: 'topics',
  about: 'topics of the recall data, of ordinary chats, of a large memory, and of a new turn',
  run,
}
