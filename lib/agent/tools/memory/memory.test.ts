import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTool, toolsOf } from '@/lib/agent/tools/registry'
import type { ToolContext } from '@/lib/agent/tools/tool'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import { quarterTokens } from '@/lib/memory/text/testing-names'

describe('memory tools', () => {
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
  async function run(name: string, args: object, zone = 'UTC', more: Partial<ToolContext['memory']> = {}) {
    const memory = {
      db: test.db,
      ownerId: test.ownerId,
      scope: { reach: 'owner', conversation: null },
      index: lexicalIndexOf(),
      limit: 3,
      zone,
      now: () => on('2026-05-20'),
      countTokens: quarterTokens,
      ...more,
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

    it('says beside a value that was replaced what holds now, and names the turn that says so', async () => {
      const found = await run('search_memories', { query: 'fence' }, 'UTC', {
        nowOf: ({ text }) =>
          text.includes('fence')
            ? { line: 'fence: state = gone', sources: [{ kind: 'turn', id: idOf(6) }] }
            : null,
      })
      expect(found.result).toContain('(later changed: now "fence: state = gone")')
      expect(turnsIn(found.sources).sort()).toEqual([idOf(3), idOf(6)].sort())
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
})

describe('seed dialogues', () => {
  /** 29 November in Tokyo, still the 28th in UTC. */
  const NOW = new Date('2026-11-28T20:51:00Z')
  const ZONE = 'Asia/Tokyo'
  /** 00:10 in Tokyo, so many days ago. */
  const ago = (days: number) => new Date(Date.parse('2026-11-28T15:10:00Z') - days * 86_400_000)

  /** The dialogue of the seed: "How has my mood changed over the past month compared to the month before?" */
  const RECENT = [
    'I feel stressed and anxious, the workload is too much.',
    'I feel stressed. More workload again.',
    "I'm stressed and anxious about the workload.",
    'Another evening in the office, I am so stressed.',
    'I felt stressed and anxious on the train.',
    "I'm stressed, but hopeful that the workload gets lighter.",
    'My manager made me stressed and anxious.',
    'I feel anxious before every meeting.',
    'I feel hopeful: the team is kind.',
    "I'm hopeful about spring.",
  ]
  const BEFORE = [
    ...Array.from(
      { length: 6 },
      (_, i) => `I'm excited and motivated, chapter ${i + 1} of the course is done.`,
    ),
    "I'm excited about the move.",
    'I was excited all day.',
    'I felt stressed by the interview.',
    'We were stressed by the lease.',
    'I feel calm by the sea.',
    "I'm proud of the garden.",
  ]

  let test: TestDb
  beforeAll(async () => {
    test = await testDb()
    const said = (userText: string, days: number) => ({
      userText,
      at: ago(days),
      summary: { text: summariseExtractively({ userText, answer: '', thoughts: [], tools: [] }).summary },
    })
    await seedConversation(
      test,
      [
        // The 60th and the 31st day ago are of the month before, the 30th is of the last one.
        ...BEFORE.map((text, i) => said(text, 60 - Math.round((29 * i) / (BEFORE.length - 1)))),
        said('I started my new job at the harbour.', 35),
        ...RECENT.map((text, i) => said(text, 30 - 3 * i)),
        said('What is the capital of Peru?', 20),
        said('We repaired the fence.', 10),
        ...Array.from({ length: 16 }, (_, i) => said(`The workload grew again, week note ${i}.`, 34 - i)),
      ].sort((a, b) => a.at.getTime() - b.at.getTime()),
    )
  })
  afterAll(() => test.close())

  async function run(name: string, args: object) {
    const memory = {
      db: test.db,
      ownerId: test.ownerId,
      scope: { reach: 'owner', conversation: null },
      index: lexicalIndexOf(),
      limit: 3,
      zone: ZONE,
      now: () => NOW,
      countTokens: quarterTokens,
    } satisfies ToolContext['memory']
    const call = { id: 'call_1', name, args, problem: null }
    return runTool(call, { memory, now: () => NOW } as ToolContext, toolsOf('act', 'owner'))
  }

  it('search_summaries names the feelings of the last month and of the one before, with their counts', async () => {
    const query = 'emotions feelings mood'
    const recent = await run('search_summaries', { query, time_range: 'last_30_days' })
    expect(recent.result).toContain('10 summaries match in 2026-10-30 to 2026-11-29, 3 shown.')
    expect(recent.result).toContain('Feelings: stressed 7, anxious 5, hopeful 3.')
    const before = await run('search_summaries', { query, time_range: '30_to_60_days_ago' })
    expect(before.result).toContain('12 summaries match in 2026-09-30 to 2026-10-29, 3 shown.')
    expect(before.result).toContain('Feelings: excited 8, motivated 6, stressed 2, calm 1, proud 1.')
    expect(before.result).not.toContain('Peru')
  })

  it('topics are words that were said, not those of the summaries around them', async () => {
    const { result } = await run('search_summaries', { query: 'workload', time_range: 'last_30_days' })
    const topics = /Topics: (.*?)\. Feelings/.exec(result)?.[1] ?? ''
    expect(topics).not.toMatch(/user|asked|said|answer/)
    expect(topics).toMatch(/week \d+/)
  })

  it('search_memories and analyze_patterns find the event that explains it', async () => {
    const found = await run('search_memories', {
      query: 'new job moved relationship change',
      time_range: 'last_60_days',
    })
    expect(found.result).toContain('date=2026-10-25T00:10:00 age=1-month')
    expect(found.result).toContain('I started my new job at the harbour.')
    const counts = await run('analyze_patterns', { topic: 'workload', time_range: 'last_60_days' })
    expect(counts.result).toContain('"workload", 2026-09-30 to 2026-11-29: 20 of 41 turns')
  })
})
