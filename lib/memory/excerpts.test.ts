import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutItems } from '@/lib/db/quotes'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { countTokens } from '@/lib/model/tokens'
import { build, buildItem, parse } from '@/lib/prompts/fence'
import { limits } from '@/lib/shared/limits'
import { excerptItems, RECALLED_NOTE } from './excerpts'
import { type Passage, recall } from './recall'

const aPassage = (turn: number, given: Partial<Passage> = {}): Passage => ({
  turnId: `${given.conversationId ?? 'c'}_${turn}`,
  turnNumber: turn,
  conversationId: 'c',
  parentId: turn > 1 ? `${given.conversationId ?? 'c'}_${turn - 1}` : null,
  contextId: `ctx_${turn}`,
  onPath: (given.conversationId ?? 'c') === 'c',
  who: 'user',
  at: '2023-05-08T10:00:00.000Z',
  score: 0.5,
  text: `what was said in turn ${turn}`,
  title: '',
  ...given,
})
const sectionOf = (passages: Passage[], here = 'c') =>
  build([
    { name: 'recalled', note: RECALLED_NOTE, items: excerptItems(passages, here).map(({ item }) => item) },
  ])
const headers = (passages: Passage[]) =>
  excerptItems(passages, 'c').map(({ item }) => buildItem(item).split('\n')[0])

describe('recalled passages in a prompt', () => {
  it('are one excerpt where turns follow each other, with every number and date, what they share said once', () => {
    const later = { at: '2023-05-09T10:00:00.000Z' }
    expect(
      headers([
        aPassage(8, { score: 0.83, ...later }),
        aPassage(3),
        aPassage(7),
        aPassage(7, { who: 'assistant' }),
        aPassage(9, later),
      ]),
    ).toEqual([
      '--- turn=7 who=user date=2023-05-08 score=0.83 excerpt=7-9',
      '--- turn=7 who=assistant',
      '--- turn=8 who=user date=2023-05-09',
      '--- turn=9 who=user',
      '--- turn=3 who=user date=2023-05-08 score=0.50',
    ])
  })

  it('say of another conversation from where they are, piece by piece, and how to ask for the turn', () => {
    const other = { conversationId: 'd' }
    expect(
      headers([
        aPassage(1, other),
        aPassage(2, other),
        aPassage(2, { ...other, who: 'assistant' }),
        aPassage(1),
      ]),
    ).toEqual([
      '--- turn=1 who=user date=2023-05-08 context=ctx_1 score=0.50 excerpt=1-2 conversation=d',
      '--- turn=2 who=user context=ctx_2 conversation=d',
      '--- turn=2 who=assistant conversation=d',
      '--- turn=1 who=user date=2023-05-08 score=0.50',
    ])
  })

  it('are not joined across branches, though their numbers follow', () => {
    expect(headers([aPassage(7), aPassage(8, { parentId: 'another_7' })]).join('\n')).not.toContain(
      'excerpt=',
    )
  })

  const passages = fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('c', 'd', 'e'),
        fc.constantFrom('user' as const, 'assistant' as const),
        fc.integer({ min: 0, max: 100 }),
      ),
      {
        maxLength: 14,
      },
    )
    .map((list) =>
      list.map(([turn, conversationId, who, score], i) =>
        aPassage(turn, {
          conversationId,
          who,
          score: score / 100,
          text: `piece ${i} of ${conversationId}\n| --- turn=1`,
        }),
      ),
    )

  it('are all there, once each, at most four turns to an excerpt, each under its own turn and conversation', () => {
    fc.assert(
      fc.property(passages, (given) => {
        const items = parse(sectionOf(given))[0]?.items ?? []
        expect(items.map(({ text }) => text).sort()).toEqual(given.map(({ text }) => text).sort())
        for (const { attributes, text } of items) {
          const passage = given.find((one) => one.text === text)
          expect([Number(attributes.turn), attributes.conversation ?? 'c', attributes.who]).toEqual([
            passage?.turnNumber,
            passage?.conversationId,
            passage?.who,
          ])
        }
        for (const { passage, excerpt } of excerptItems(given, 'c')) {
          const together = new Set(
            excerptItems(given, 'c').flatMap((one) =>
              one.excerpt === excerpt ? [one.passage.turnNumber ?? 0] : [],
            ),
          )
          expect(together.size).toBeLessThanOrEqual(limits.recall.joinTurns)
          expect(Math.max(...together) - Math.min(...together)).toBe(together.size - 1)
          expect(together).toContain(passage.turnNumber)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('lose exactly what is forgotten', () => {
    fc.assert(
      fc.property(passages, (given) => {
        const left = withoutItems(sectionOf(given), ({ attributes }) => attributes.conversation === 'd')
        for (const { conversationId, text } of given)
          expect(left.includes(text.split('\n')[0] ?? '')).toBe(conversationId !== 'd')
      }),
      { numRuns: 200 },
    )
  })
})

describe('a recall', () => {
  let at: TestDb
  let talk: Seeded
  beforeAll(async () => {
    at = await testDb()
    const said = (i: number) =>
      Array.from(
        { length: (i * 7) % 23 },
        (_, n) => `The harbour of day ${i} had ${n} boats, gulls and the smell of tar.`,
      ).join(' ')
    talk = await seedConversation(
      at,
      Array.from({ length: 24 }, (_, i) => ({
        userText: `About the harbour ${i}. ${said(i)}`,
        answer: `The harbour, yes. ${said(i + 3)}`,
      })),
    )
  })
  afterAll(() => at.close())

  /** Tokens of the section that a recall fills, as the prompt counts them. */
  const filled = async (budgetTokens: number, limit: number, count = countTokens) => {
    const query = {
      conversationId: talk.conversationId,
      path: talk.path,
      before: 25,
      request: { keywords: ['harbour', 'boats'] },
      limit,
      budgetTokens,
      countTokens: count,
    }
    const { passages } = await recall(at.db, at.ownerId, query)
    return passages.length === 0 ? 0 : countTokens(sectionOf(passages, talk.conversationId))
  }

  it('never fills more than its budget, tags and heading included, and uses most of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: 1, max: 10 }),
        async (budget, limit) => {
          const tokens = await filled(budget, limit)
          expect(tokens).toBeLessThanOrEqual(budget)
          if (budget > 400 && limit === 10) expect(tokens).toBeGreaterThan(budget / 2)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('negative control: tags that are not counted go over it', async () => {
    const bare = (text: string) => countTokens(text.replace(/^---.*$/gm, ''))
    const over = await Promise.all(
      [300, 600, 900, 1_200].map(async (budget) => (await filled(budget, 10, bare)) > budget),
    )
    expect(over).toContain(true)
  })
})
