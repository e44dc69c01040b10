import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rollUpsOnPath, summariesOfTurns } from '@/lib/db/memory/summaries'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { type SeedTurn, seedConversation, seedFork } from '@/lib/db/testing-seed'
import type { BranchPath } from '@/lib/db/turns/path'
import { readContext } from '@/lib/memory/context/context'
import { inventedWords, quarterTokens } from '@/lib/memory/text/testing-names'
import { dueRollUps } from './roll-up'
import { coverOf, modelSummaryOps, summariesForPrompt, summaryOps } from './summaries'
import { saveRollUp } from './testing-roll-up'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const budgetTokens = 2_000
const vocabulary = inventedWords(200)
const sentence = (words: number) =>
  `${Array.from({ length: words }, () => vocabulary[Math.floor(Math.random() * vocabulary.length)]).join(' ')}.`
const summarised = (count: number, words = () => 20): SeedTurn[] =>
  Array.from({ length: count }, (_, i) => ({
    userText: `turn ${i + 1}`,
    summary: { text: sentence(words()), insights: ['one', 'two'] },
  }))

async function rollAll(path: BranchPath, conversationId: string, words = () => 20) {
  const runtime = testRuntime()
  for (
    let due = await dueRollUps(at.db, at.ownerId, path);
    due.length;
    due = await dueRollUps(at.db, at.ownerId, path)
  )
    for (const one of due)
      await saveRollUp(
        at.db,
        at.ownerId,
        conversationId,
        one,
        { summary: sentence(words()), insights: ['three'] },
        'model',
        {
          runtime: { ...runtime, id: (prefix) => `${prefix}_${crypto.randomUUID()}` },
          countTokens: quarterTokens,
        },
      )
}
const forPrompt = (path: BranchPath, before: number, budget = budgetTokens) =>
  summariesForPrompt(at.db, at.ownerId, path, { before, budgetTokens: budget, countTokens: quarterTokens })
const total = (items: { tokens: number }[]) => items.reduce((sum, item) => sum + item.tokens, 0)

describe('summaries for the prompt', () => {
  it('carry recent turns in full and older ones as roll-ups, oldest first, each turn once, none of the window', async () => {
    const talk = await seedConversation(at, summarised(100))
    await rollAll(talk.path, talk.conversationId)
    const items = await forPrompt(talk.path, 97)
    expect(items.map((item) => [item.from, item.to, item.level])).toEqual([
      ...Array.from({ length: 9 }, (_, i) => [i * 10 + 1, i * 10 + 10, 1]),
      ...Array.from({ length: 6 }, (_, i) => [91 + i, 91 + i, 0]),
    ])
    expect(items.at(-1)?.text).toMatch(/^\[Turn 96\] .+\nInsights: one; two$/)
    expect(items[0]?.text).toMatch(/^\[Turns 1-10\] /)
    expect(total(items)).toBeLessThanOrEqual(budgetTokens)
    expect((await forPrompt(talk.path, 3)).map((item) => item.to)).toEqual([1, 2])
    expect(await forPrompt(talk.path, 1)).toEqual([])
  })

  it('stop growing: a 1,000-turn conversation carries no more than a 100-turn one does', {
    tags: 'full',
  }, async () => {
    let drawn = 7
    const varied = () => {
      drawn = (drawn * 16_807) % 2_147_483_647
      return 10 + (drawn % 20)
    }
    const talk = await seedConversation(at, summarised(1_000, varied))
    await rollAll(talk.path, talk.conversationId, varied)
    const atHundred = await forPrompt(
      talk.path.map(([branch]) => [branch, 100]),
      97,
    )
    const atThousand = await forPrompt(talk.path, 997)
    expect(atThousand.length).toBeLessThanOrEqual(atHundred.length)
    expect(total(atThousand)).toBeLessThanOrEqual(total(atHundred) * 1.15)
    expect(atThousand[0]?.from).toBe(1)
    for (const [i, item] of atThousand.entries()) expect(item.from).toBe((atThousand[i - 1]?.to ?? 0) + 1)

    // Negative control: all roll-ups of the cover in full would grow with the conversation.
    const cover = coverOf(await rollUpsOnPath(at.db, at.ownerId, talk.path, 992), [])
    const recent = atThousand.filter((item) => item.level === 0)
    expect((cover.length + recent.length) / atHundred.length).toBeGreaterThan(1.15)
  })

  it('stay within any budget, and keep something of the old beside the new', async () => {
    const talk = await seedConversation(
      at,
      summarised(60, () => 90),
    )
    await rollAll(talk.path, talk.conversationId, () => 90)
    for (const budget of [0, 30, 100, 400, 1_000, 5_000])
      expect(total(await forPrompt(talk.path, 57, budget))).toBeLessThanOrEqual(budget)
    const tight = await forPrompt(talk.path, 57, 600)
    expect(tight.some((item) => item.level > 0)).toBe(true)
    expect(tight.some((item) => item.level === 0)).toBe(true)
  })

  it('follow the branch', async () => {
    const main = await seedConversation(at, summarised(25))
    await rollAll(main.path, main.conversationId)
    const fork = await seedFork(at, main, 15, summarised(10))
    const items = await forPrompt(fork.path, 26)
    expect(items.map((item) => [item.from, item.to])).toEqual([
      [1, 10],
      ...Array.from({ length: 15 }, (_, i) => [11 + i, 11 + i]),
    ])
    const own = (await at.db.summary.findMany({ where: { branchId: fork.branchId } })).map((row) => row.text)
    for (const item of items.filter((one) => one.from > 15))
      expect(own.some((text) => item.text.includes(text))).toBe(true)
  })

  it('say nothing of a turn in the trash, nor of a roll-up that holds it', async () => {
    const talk = await seedConversation(at, summarised(30))
    await rollAll(talk.path, talk.conversationId)
    await at.db.turn.update({ where: { id: talk.turnIds[4] ?? '' }, data: { trashId: 'bin' } })
    const items = await forPrompt(talk.path, 28)
    expect(items.some((item) => item.from <= 5 && item.to >= 5)).toBe(false)
    expect(items.some((item) => item.from === 4 && item.to === 4)).toBe(true)
  })
})

describe('the summary of a turn', () => {
  const turnOf = async () => {
    const talk = await seedConversation(at, [
      { userText: 'Please build a gate. It is urgent.', answer: 'Done.' },
    ])
    return {
      id: talk.turnIds[0] ?? '',
      contextId: talk.contextIds[0] ?? '',
      conversationId: talk.conversationId,
      branchId: talk.branchId,
      number: 1,
      userText: 'Please build a gate. It is urgent.',
      answer: 'Done.',
    }
  }
  const summaryOf = async (id: string) => (await summariesOfTurns(at.db, at.ownerId, [id])).get(id)

  it('is written with the commit, and upgraded by the model later', async () => {
    const turn = await turnOf()
    await at.db.$transaction(
      summaryOps(at.db, at.ownerId, {
        turn,
        contextId: turn.contextId,
        summarise: () => ({ summary: 'A gate.', insights: ['urgent'] }),
        countTokens: quarterTokens,
      }),
    )
    expect(await summaryOf(turn.id)).toEqual({ text: 'A gate.', insights: ['urgent'], status: 'extractive' })
    await at.db.$transaction(
      await modelSummaryOps(
        at.db,
        at.ownerId,
        turn.id,
        { summary: 'A gate was built.', insights: ['urgent', 'done'] },
        quarterTokens,
      ),
    )
    expect(await summaryOf(turn.id)).toMatchObject({ text: 'A gate was built.', status: 'model' })
    expect((await readContext(at.db, at.ownerId, { turnId: turn.id }))?.summary).toBe('A gate was built.')
    expect(await at.db.summary.findMany()).toMatchObject([{ id: `sum_${turn.contextId}` }])
  })
})
