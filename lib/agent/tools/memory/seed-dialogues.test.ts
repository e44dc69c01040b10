import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTool, toolsOf } from '@/lib/agent/tools/registry'
import type { ToolContext } from '@/lib/agent/tools/tool'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import { quarterTokens } from '@/lib/memory/text/testing-names'

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
