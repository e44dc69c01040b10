import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { countTokens } from '@/lib/model/tokens'
import { build, buildItem, parse } from '@/lib/prompts/fence'
import { readLabel, TurnLabels } from '@/lib/prompts/labels'
import { limits } from '@/lib/shared/limits'
import { excerptItems, RECALLED_NOTE } from './excerpts'
import { recall } from './recall'
import type { Passage, Scene } from './recall-query'

const NOW = new Date('2023-05-11T10:00:00Z')
const sceneFor = (conversationId: string) => ({
  ...{ conversationId, now: NOW, zone: 'UTC' },
  labels: new TurnLabels({ conversationId, number: 10 }),
})
const SCENE = sceneFor('c')
const aPassage = (turn: number, given: Partial<Passage> = {}): Passage => ({
  turnId: `${given.conversationId ?? 'c'}_${turn}`,
  turnNumber: turn,
  conversationId: 'c',
  parentId: turn > 1 ? `${given.conversationId ?? 'c'}_${turn - 1}` : null,
  who: 'user',
  at: '2023-05-08T10:00:00.000Z',
  score: 0.5,
  text: `what was said in turn ${turn}`,
  title: '',
  ...given,
})
const sectionOf = (passages: Passage[], here = 'c') =>
  build([
    {
      name: 'recalled',
      note: RECALLED_NOTE,
      items: excerptItems(passages, sceneFor(here)).map(({ item }) => item),
    },
  ])
const headers = (passages: Passage[]) =>
  excerptItems(passages, SCENE).map(({ item }) => buildItem(item).split('\n')[0])

describe('recalled passages in a prompt', () => {
  it('stand oldest first, neighbouring turns as one excerpt, each turn with its exact time and age once', () => {
    const later = { at: '2023-05-09T10:00:05.400Z' }
    expect(
      headers([
        aPassage(8, { score: 0.83, ...later }),
        aPassage(3),
        aPassage(7),
        aPassage(7, { who: 'assistant' }),
        aPassage(9, later),
      ]),
    ).toEqual([
      '--- id=t3 who=user date=2023-05-08T10:00:00 age=3-days',
      '--- id=t7 who=user date=2023-05-08T10:00:00 age=3-days',
      '--- id=t7 who=assistant',
      '--- id=t8 who=user date=2023-05-09T10:00:05 age=2-days',
      '--- id=t9 who=user date=2023-05-09T10:00:05 age=2-days',
    ])
  })

  it('say that an answer or a file is cut, and that a file of its name and beginning came later', () => {
    const file = { who: 'file' as const, title: 'File packing.md', text: '# Packing list\n- My hat is red' }
    const time = (day: number) => `date=2023-05-0${day}T10:00:00 age=${day === 5 ? '6-days' : '1-week'}`
    const at = (day: number) => ({ at: `2023-05-0${day}T10:00:00.000Z` })
    expect(
      headers([
        aPassage(1, { ...file, ...at(1), cut: true }),
        aPassage(2, { ...at(2), text: 'My hat is blue now.', cut: true }),
        aPassage(3, { ...at(3), who: 'assistant', cut: true }),
        aPassage(4, { ...file, ...at(4), text: '# Packing list\n- My hat is blue', conversationId: 'd' }),
        aPassage(5, { ...file, ...at(5), text: '# Another list', conversationId: 'e' }),
      ]),
    ).toEqual([
      `--- id=t1 who=file file=packing.md cut=yes ${time(1)} (later changed: see b4)`,
      `--- id=t2 who=user ${time(2)}`,
      `--- id=t3 who=assistant cut=yes ${time(3)}`,
      `--- id=b4 who=file file=packing.md ${time(4)}`,
      `--- id=c5 who=file file=packing.md ${time(5)}`,
    ])
  })

  it('say nothing of a file that another project calls the same, or that is the same', () => {
    const file = (turn: number, title: string, text: string, more = {}) =>
      aPassage(turn, {
        who: 'file',
        title: `File ${title}`,
        text,
        at: `2023-05-0${turn}T10:00:00.000Z`,
        ...more,
      })
    const marks = headers([
      file(1, 'package.json', '{\n  "name": "boat"'),
      file(2, 'package.json', '{\n  "name": "shed"', { conversationId: 'd' }),
      file(3, 'packing.md', '# Packing list\n- hat'),
      file(4, 'packing.md', '# Packing list\n- hat', { conversationId: 'e' }),
    ])
    expect(marks.filter((line) => line?.includes('later changed'))).toEqual([])
  })

  it('of another conversation have labels of their own, piece by piece', () => {
    const other = { conversationId: 'd' }
    const time = 'date=2023-05-08T10:00:00 age=3-days'
    expect(
      headers([
        aPassage(1, other),
        aPassage(2, other),
        aPassage(2, { ...other, who: 'assistant' }),
        aPassage(1),
      ]),
    ).toEqual([
      `--- id=t1 who=user ${time}`,
      `--- id=b1 who=user ${time}`,
      `--- id=b2 who=user ${time}`,
      '--- id=b2 who=assistant',
    ])
    const answer = 'Red [turn 1], and blue [turn 2 of conversation x].'
    const [found] = excerptItems([aPassage(3, { who: 'assistant', text: answer })], SCENE)
    expect(found?.item.text).toBe('Red [turn 1], and blue.')
  })

  it('keep the marks of an answer only where their numbers mean turns of this conversation', () => {
    const text = 'It is at nine [turn 2], as always [turn 1 of conversation d] [str-00012].'
    const texts = ['c', 'd'].map((conversationId) =>
      excerptItems([aPassage(3, { conversationId, who: 'assistant', text })], SCENE).map(
        ({ item }) => item.text,
      ),
    )
    expect(texts).toEqual([['It is at nine [turn 2], as always [str-00012].'], ['It is at nine, as always.']])
  })

  describe('on the same subject', () => {
    const at = (minute: number) => `2023-05-08T10:0${minute}:00.000Z`
    const said = (turn: number, minute: number, text: string, given: Partial<Passage> = {}) =>
      aPassage(turn, { at: at(minute), text, ...given })
    const marks = (passages: Passage[], scene: Scene = SCENE) =>
      excerptItems(passages, scene).map(({ item: { attributes } }) => attributes.later)
    const kiwi = 'My parrot is called Kiwi.'
    const mango = 'My parrot is now called Mango.'

    it('say in the earlier one that it was changed later, across conversations', () => {
      const later = { conversationId: 'd' }
      expect(marks([said(4, 2, mango, later), said(9, 1, kiwi)])).toEqual(['b4', undefined])
      const heads = headers([said(4, 2, mango, later), said(9, 1, kiwi)])
      expect(heads[0]).toMatch(/^--- id=t9 .* \(later changed: see b4\)$/)
    })

    it('lead to the last one where there are more than two', () => {
      expect(
        marks([said(1, 1, kiwi), said(3, 3, mango), said(5, 5, 'I renamed my parrot to Papaya.')]),
      ).toEqual(['t5', 't5', undefined])
    })

    it('count turns of the window too, which are not marked themselves', () => {
      const turn = { turnId: 'c_8', number: 8, at: at(5), userText: mango, answer: '', tools: [] }
      const shown = { window: [turn], files: new Set<string>(), summaries: new Set<string>() }
      const scene = { ...SCENE, shown }
      expect(marks([said(2, 1, kiwi)], scene)).toEqual(['t8'])
      expect(marks([said(2, 9, 'My parrot is called Papaya again.')], scene)).toEqual([undefined])
      const [after] = excerptItems([said(2, 9, 'My parrot is called Papaya again.')], scene)
      expect(after && buildItem(after.item)).toMatch(/^--- id=t2 .* \(changes t8\)\n/)
    })

    it('are marked neither by what the assistant answered nor by what somebody else said', () => {
      for (const by of [{ who: 'assistant' as const }, { speaker: 'Ana' }])
        expect(marks([said(1, 1, kiwi), said(3, 2, mango, by)])).toEqual([undefined, undefined])
    })
  })

  it('are not joined across branches, though their numbers follow', () => {
    const items = excerptItems([aPassage(7), aPassage(8, { parentId: 'another_7' })], SCENE)
    expect(items.map(({ excerpt }) => excerpt)).toEqual([0, 1])
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
        const scene = sceneFor('c')
        const note = RECALLED_NOTE
        const shown = excerptItems(given, scene).map(({ item }) => item)
        const items = parse(build([{ name: 'recalled', note, items: shown }]))[0]?.items ?? []
        expect(items.map(({ text }) => text).sort()).toEqual(given.map(({ text }) => text).sort())
        for (const { attributes, text } of items) {
          const passage = given.find((one) => one.text === text)
          const label = attributes.id ?? ''
          expect([scene.labels.turnOf(label)?.conversationId, attributes.who]).toEqual([
            passage?.conversationId,
            passage?.who,
          ])
          expect(Number(readLabel(label).turn)).toBe(passage?.turnNumber)
        }
        for (const { passage, excerpt } of excerptItems(given, SCENE)) {
          const together = new Set(
            excerptItems(given, SCENE).flatMap((one) =>
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
      now: new Date('2026-06-01T00:00:00Z'),
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
