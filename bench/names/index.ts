import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { topicRows } from '@/lib/db/memory/topics'
import { textsById } from '@/lib/db/turns/turn-texts'
import { titleFor } from '@/lib/heuristics/titles/title'
import { shownTopics } from '@/lib/memory/map/shown-topics'
import { countTokens } from '@/lib/model/tokens'
import { deleteConversation } from '@/lib/services/forget/forget'
import { startSample } from '@/lib/services/transfer/sample'
import { groupBy } from '@/lib/shared/group-by'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import { atLeast, type Bench, type Goal, type Report, type Row } from '../bench'
import { dataSets } from '../recall/data'
import { fill } from '../recall/load'
import { rounded } from '../stats'
import { inWorkplace, type Workplace } from '../workplace'
import { ordinaryHistories } from './ordinary'
import { tell } from './tell'
import { type Talk, year } from './year'

const FOLDER = path.resolve('bench/names')
const SENTENCES = 6
/** Sets whose conversations are about many things. */
const MIXED = /^(?:locomo|sample)/
type Named = {
  set: string
  id: string
  name: string
  hue: number
  x: number
  y: number
  size: string
  said: string[]
  /** How many turns each conversation has in the island. */
  shares: Map<string, number>
}

/** The islands of a memory with their names, and what some of their turns say. */
async function namesOf({ db }: Workplace, set: string): Promise<Named[]> {
  const { topics } = await shownTopics(db, set)
  const names: Named[] = []
  for (const { id, name, hue = 0, x = 0, y = 0 } of topics) {
    if (id === null) continue
    const turns = await db.turnTopic.findMany({
      where: { ownerId: set, topicId: id },
      orderBy: { turnId: 'asc' },
    })
    const step = Math.max(1, Math.floor(turns.length / SENTENCES))
    const shown = turns.filter((_, i) => i % step === 0).slice(0, SENTENCES)
    const texts = await textsById(
      db,
      set,
      shown.map(({ turnId }) => turnId),
    )
    const said = texts.map(({ userText, answer }) => (userText || answer).replace(/\s+/g, ' ').slice(0, 200))
    const talks = groupBy(turns, ({ conversationId }) => conversationId)
    const shares = new Map([...talks].map(([id, { length }]) => [id, length]))
    const size = `${turns.length} turns, ${talks.size} conversations`
    names.push({ set, id, name, hue, x, y, size, said, shares })
  }
  return names
}

async function add({ db, runtime }: Workplace, ownerId: string, talks: readonly Talk[]) {
  await db.user.upsert({ where: { id: ownerId }, create: { id: ownerId, createdAt: new Date() }, update: {} })
  await importFile(db, ownerId, inMemory(Buffer.from(JSON.stringify(talks))), { runtime, countTokens })
}

/** The data names its conversations by ids. They get the titles that the built-in engine gives. */
async function retitle({ db }: Workplace) {
  const talks = await db.conversation.findMany({ where: { ownerId: { not: 'sample' } } })
  for (const { id } of talks) {
    const first = await db.turn.findFirst({ where: { conversationId: id }, orderBy: { number: 'asc' } })
    const [text = ''] = first
      ? (await textsById(db, first.ownerId, [first.id])).map(({ userText }) => userText)
      : []
    await db.conversation.update({ where: { id }, data: { title: titleFor(text) } })
  }
}

/** The share of turns that are about the subject most turns of their island are about. */
function alike(names: readonly Named[], subjectOf: (conversationId: string) => string): number {
  let [main, all] = [0, 0]
  for (const { shares } of names) {
    const turns = groupBy(shares, ([id]) => subjectOf(id))
    const sizes = [...turns.values()].map((some) => some.reduce((sum, [, count]) => sum + count, 0))
    main += Math.max(...sizes)
    all += sizes.reduce((sum, size) => sum + size, 0)
  }
  return main / all
}

const place = ({ hue, x, y }: Named) => `${hue} ${x} ${y}`
/** Counts the islands of a year that keep their place, name and colour through another month and two removals. */
async function kept(
  at: Workplace,
  set: string,
  before: readonly Named[],
  later: readonly Talk[],
): Promise<Row> {
  await add(at, set, later)
  await tell(at)
  const talks = await at.db.conversation.findMany({ where: { ownerId: set }, orderBy: { createdAt: 'asc' } })
  for (const i of [7, 23]) {
    const id = talks[i]?.id ?? ''
    await deleteConversation({ ...at, ownerId: set, jobs: { wake: () => {} } } as never, id)
    await tell(at)
  }
  const after = new Map((await namesOf(at, set)).map((one) => [one.id, one]))
  const share = (of: (one: Named) => string) =>
    before.filter((one) => after.has(one.id) && of(after.get(one.id) as Named) === of(one)).length /
    before.length
  return {
    islands: before.length,
    later: after.size,
    place: share(place),
    name: share(({ name }) => name),
    both: share((one) => `${place(one)} ${one.name}`),
  }
}

async function run({ data, database, dump, only, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  return inWorkplace(database, async (at) => {
    const { talks, later, themeOf } = year()
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
    await at.db.user.create({ data: { id: 'sample', createdAt: new Date() } })
    await startSample({ ...at, ownerId: 'sample' })
    const sampleFirst = (await topicRows(at.db, 'sample')).length
    for (const { name, conversations } of [...dataSets(data), ...ordinaryHistories()])
      if (!only || name.includes(only)) await fill(at, name, conversations)
    await retitle(at)
    for (const file of files) await add(at, file, JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')))
    await add(at, 'year', talks)
    await tell(at)
    const owners = await at.db.user.findMany({ orderBy: { id: 'asc' } })
    const names: Named[] = []
    for (const { id } of owners) names.push(...(await namesOf(at, id)))
    for (const [i, { set, name, said }] of names.entries()) say(`${i + 1}\t${set}\t${said.length}\t${name}`)
    if (dump) write(dump, names)
    const conversations = await at.db.conversation.findMany({ select: { id: true, title: true } })
    const titleOf = new Map(conversations.map(({ id, title }) => [id, title]))
    const subjectOf = (id: string) => themeOf.get(titleOf.get(id) ?? '') ?? id
    const told = names.filter(({ set }) => !MIXED.test(set))
    const row = await kept(
      at,
      'year',
      names.filter(({ set }) => set === 'year'),
      later,
    )
    const goals: Goal[] = [
      atLeast('islands that keep place and name', Number(row.both), 0.9, ''),
      atLeast(
        'turns about the subject of most turns of their island',
        rounded(alike(told, subjectOf)),
        0.9,
        '',
      ),
      atLeast('topics when the sample opens', sampleFirst, 3, ''),
    ]
    const notes = [
      'What a turn is about: its conversation, in the year the theme of its conversation. LoCoMo and the sample, whose conversations are about many things, do not count.',
    ]
    return { rows: [row], goals, notes }
  })
}

/** For a reader who judges: the names alone, and then the sentences, by number. */
function write(folder: string, names: readonly Named[]) {
  mkdirSync(folder, { recursive: true })
  const lines = (of: (one: Named) => string) => names.map((one, i) => `${i + 1}\t${of(one)}\n`).join('')
  writeFileSync(
    path.join(folder, 'names.txt'),
    lines(({ name }) => name),
  )
  writeFileSync(
    path.join(folder, 'sentences.txt'),
    lines(({ size, said }) => `${size}\n  ${said.join('\n  ')}`),
  )
}

export const topicNames: Bench = {
  name: 'names',
  about:
    'names of the topics of the sample, the recall data and a year; what stays; --dump FOLDER to judge them',
  run,
}
