import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTool, toolsOf } from '@/lib/agent/tools/registry'
import type { ToolContext } from '@/lib/agent/tools/tool'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import { quarterTokens } from '@/lib/memory/text/testing-names'

let test: TestDb
let talk: Seeded
const on = (day: string) => new Date(`${day}T12:00:00Z`)
beforeAll(async () => {
  test = await testDb()
  talk = await seedConversation(test, [
    {
      userText: 'My piano lesson was lovely, I felt so happy.',
      at: on('2026-03-03'),
      summary: { text: 'A happy piano lesson.' },
    },
    { userText: 'The piano teacher said my rhythm is better.', at: on('2026-03-17') },
    { userText: 'We repaired the fence.', at: on('2026-04-02') },
    {
      userText: 'Piano practice made me tired and stressed.',
      at: on('2026-04-12'),
      summary: { text: 'Tired of piano practice.' },
    },
    { userText: 'The piano teacher moved to Lisbon.', at: on('2026-04-20') },
    { userText: 'Bread again.', at: on('2026-05-02') },
  ])
})
afterAll(() => test.close())

const offered = toolsOf('act', 'owner')
async function run(name: string, args: object, zone = 'UTC') {
  const memory = {
    db: test.db,
    ownerId: test.ownerId,
    scope: { reach: 'owner', conversation: null },
    index: lexicalIndexOf(),
    limit: 3,
    zone,
    now: () => on('2026-05-20'),
    countTokens: quarterTokens,
  } satisfies ToolContext['memory']
  const call = { id: 'call_1', name, args, problem: null }
  return runTool(call, { memory, now: () => on('2026-05-20') } as ToolContext, offered)
}
const idOf = (number: number) => talk.turnIds[number - 1] ?? ''
const turnsIn = (sources: readonly { kind: string }[] = []) =>
  sources.flatMap((source) => ('id' in source && source.kind === 'turn' ? [String(source.id)] : []))

describe('search_memories', () => {
  it('finds turns within a time, and names them as its sources', async () => {
    const found = await run('search_memories', { query: 'piano', time_range: 'last March' })
    expect(found.result).toContain('Searched 2026-03-01 to 2026-03-31.')
    expect(turnsIn(found.sources).sort()).toEqual([idOf(1), idOf(2)].sort())
  })

  it('says of a time without a match that this time has none', async () => {
    const found = await run('search_memories', { query: 'fence', time_range: 'in March' })
    expect(found.result).toContain('no turn of that time mentions "fence"')
  })
})

describe('search_summaries', () => {
  it('counts summaries, their topics and feelings, and shows the best', async () => {
    const found = await run('search_summaries', { query: 'piano', limit: 1 })
    expect(found.result).toContain('2 summaries match, 1 shown.')
    expect(found.result).toContain('Feelings: happy 1, stressed 1, tired 1.')
    expect(new Set(found.sources?.map((one) => JSON.stringify(one))).size).toBe(4)
  })

  it('says so where no summary of a time has the words, and counts that time all the same', async () => {
    const found = await run('search_summaries', { query: 'sailing', time_range: 'in April' })
    expect(found.result).toContain(
      'No summary in 2026-04-01 to 2026-04-30 matches "sailing"; 1 of other things.',
    )
    expect(found.result).toContain('Feelings: stressed 1, tired 1.')
  })
})

describe('analyze_patterns', () => {
  it('counts a topic over time and compares two ranges', async () => {
    const found = await run('analyze_patterns', {
      topic: 'piano',
      time_range: '2026-03',
      compare_to: '2026-04',
    })
    expect(found.result).toContain(
      '"piano", 2026-03-01 to 2026-03-31: 2 of 2 turns (100%), first 2026-03-03, last 2026-03-17.',
    )
    expect(found.result).toContain(
      '"piano", 2026-04-01 to 2026-04-30: 2 of 3 turns (66.7%), first 2026-04-12, last 2026-04-20.',
    )
    expect(found.result).toContain('Turns over time: 2026-04-12 1, 2026-04-20 1.')
    expect(found.result).toContain('Feelings in the latest of them: stressed 1, tired 1')
    expect([...new Set(turnsIn(found.sources))].sort()).toEqual([1, 2, 4, 5].map(idOf).sort())
  })

  it('days are those of the person', async () => {
    const found = await run('analyze_patterns', { topic: 'fence' }, 'Pacific/Kiritimati')
    expect(found.result).toContain('first 2026-04-03')
  })
})

describe('analyze_topic', () => {
  it('puts turns and summaries in sections', async () => {
    const { result } = await run('analyze_topic', { topic: 'piano' })
    expect(result).toMatch(/^Turns\n[\s\S]+\n\nSummaries\n/)
    expect(result).toContain('Lisbon')
    expect(result).toContain('Tired of piano practice.')
  })

  it('begins with the facts on the topic that held at the time, and names them as sources', async () => {
    const id = await seedFact(test, talk, 1, ['piano', 'made by', 'Bechstein'])
    await seedFact(test, talk, 5, ['piano', 'colour', 'black'])
    const early = await run('analyze_topic', { topic: 'piano', time_range: '2026-05-01/2026-05-04' })
    expect(early.result).toMatch(/^Searched 2026-05-01[\s\S]+piano: made by = Bechstein[\s\S]+\n\nTurns\n/)
    expect(early.result).not.toContain('black')
    expect(early.sources).toContainEqual({ kind: 'fact', id })
    const all = await run('analyze_topic', { topic: 'piano' })
    expect(all.result).toContain('piano: colour = black')
    await test.db.fact.deleteMany()
  })
})
