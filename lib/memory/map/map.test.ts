import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { seedConversation, seedFork, seedLong } from '@/lib/db/testing-seed'
import { loadNode } from '@/lib/memory/graph/graph-details'
import { type MapDto, nodeId } from '@/lib/shared/memory/graph'
import { conversationNode } from '@/lib/shared/memory/map'
import { loadMap } from './load-map'
import { toldApart } from './shown-topics'
import { tellingSentence, worthsOf } from './telling-sentence'

describe('load map', () => {
  let at: TestDb
  beforeEach(async () => {
    at = await testDb()
  })
  afterEach(() => at.close())

  const turns = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      userText: `\n question ${i + 1}\nmore`,
      answer: `answer ${i + 1}`,
      summary: { text: `summary ${i + 1}`, insights: ['one'] },
    }))
  const map = (query = {}) => loadMap(at.db, at.ownerId, query)

  describe('a memory too small for topics', () => {
    it('has its conversations as islands, the largest first', async () => {
      const small = await seedConversation(at, turns(2))
      const large = await seedConversation(at, turns(5))
      const dto = await map()
      expect(dto).toMatchObject({ level: 1, path: [], topics: { state: 'few' } })
      expect(dto.nodes.map(({ id, kind, count }) => [id, kind, count])).toEqual([
        [conversationNode(large.conversationId), 'conversation', 5],
        [conversationNode(small.conversationId), 'conversation', 2],
      ])
      expect(dto.total).toMatchObject({ conversations: 2, turns: 7 })
      const details = await loadNode(at.db, at.ownerId, conversationNode(large.conversationId))
      expect(details).toMatchObject({ node: { count: 5 } })
    })

    it('counts turns on another branch than the one that is shown, also if that one is shorter', async () => {
      const talk = await seedConversation(at, turns(6))
      await seedFork(at, talk, 2, turns(1))
      const query = { conversationId: talk.conversationId }
      for (const dto of [await map(), await map(query), await map({ turnId: talk.turnIds[0] })])
        expect(dto.total).toMatchObject({ turns: 7, attempts: 4 })
    })

    it('is empty at first', async () => {
      expect(await map()).toMatchObject({ level: 1, nodes: [], edges: [], topics: { state: 'few' } })
    })
  })

  const turnsOf = ({ nodes }: MapDto) => nodes.filter(({ kind }) => kind === 'turn')

  describe('a conversation opened', () => {
    it('has its turns in order, each with a line of its text, and their contexts and summaries', async () => {
      const talk = await seedConversation(at, turns(3))
      const dto = await map({ conversationId: talk.conversationId })
      expect(dto).toMatchObject({ level: 3, path: [{ kind: 'conversation', id: talk.conversationId }] })
      expect(turnsOf(dto).map(({ label }) => label)).toEqual(['question 1', 'question 2', 'question 3'])
      const kinds = (all: readonly { kind: string }[]) => [...new Set(all.map(({ kind }) => kind))].sort()
      expect(kinds(dto.nodes)).toEqual(['context', 'summary', 'turn'])
      expect(kinds(dto.edges)).toEqual(['next', 'snapshot', 'summarises'])
      expect(dto.edges.filter(({ kind }) => kind === 'next')).toHaveLength(2)
      expect(dto.left).toEqual({ conversations: 0, turns: 0 })
    })

    it('shows the most used turns of a long one, and counts the others', async () => {
      const talk = await seedLong(at, 400, 7)
      const dto = await map({ conversationId: talk.conversationId })
      expect(turnsOf(dto)).toHaveLength(300)
      const numbers = turnsOf(dto).map(({ turnNumber }) => turnNumber)
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
      expect(dto.left.turns).toBe(100)
      // What is left out between two turns is a gap in the line.
      const numberOf = new Map(turnsOf(dto).map(({ id, turnNumber }) => [id, turnNumber]))
      const steps = dto.edges.flatMap(({ kind, from, to }) =>
        kind === 'next' ? [(numberOf.get(to) ?? 0) - (numberOf.get(from) ?? 0)] : [],
      )
      expect(steps.length).toBeLessThan(299)
      expect(new Set(steps)).toEqual(new Set([1]))
      const rollUps = dto.nodes.filter(({ kind }) => kind === 'roll-up')
      expect(rollUps.length).toBeGreaterThan(20)
      expect(dto.edges.some(({ kind, from }) => kind === 'rolls-up' && from === rollUps[0]?.id)).toBe(true)
      const used = dto.nodes.filter(({ recalls = 0 }) => recalls > 0)
      expect(used.length).toBeGreaterThan(0)
      expect(used.every(({ recalledAt }) => recalledAt)).toBe(true)
    })
  })

  describe('a turn opened', () => {
    it('has its parts, its facts and its recalls as nodes of their own', async () => {
      const talk = await seedLong(at, 120, 7)
      const turnId = talk.turnId(50)
      await seedFact(
        at,
        { ...talk, turnIds: Array.from({ length: 120 }, (_, i) => talk.turnId(i + 1)) } as never,
        50,
        ['cat', 'name', 'Miso'],
      )
      const dto = await map({ turnId })
      expect(dto).toMatchObject({ level: 4, path: [{ kind: 'conversation' }, { kind: 'turn', id: turnId }] })
      const kinds = new Set(dto.nodes.map(({ kind }) => kind))
      expect([...kinds].sort()).toEqual(['context', 'entity', 'fact', 'file', 'roll-up', 'summary', 'turn'])
      expect(dto.edges.filter(({ kind }) => kind === 'states')).toHaveLength(1)
      const recalled = dto.edges.filter(({ kind }) => kind === 'recalled')
      expect(recalled.some(({ from }) => from === nodeId('turn', turnId))).toBe(true)
      const rollUps = dto.nodes.filter(({ kind }) => kind === 'roll-up')
      expect(rollUps.every(({ from, to }) => from <= 50 && 50 <= to)).toBe(true)
    })
  })
})

const worths = worthsOf(['yoga', 'Rotary club', 'mind'])
const said = [
  'Hey Maria! It is good to see you. I started **yoga** with the Rotary club. It calms my mind.',
  'The Rotary club has yoga for the mind.',
]

/** What stands for a turn of these texts. */
const telling = ([userText = '', answer = '']: readonly string[], of = worths) =>
  tellingSentence({ userText, answer }, of)

describe('the sentence that stands for a turn', () => {
  it('holds the strongest terms of its topic, not the greeting', () => {
    expect(telling(said)?.text).toBe('I started yoga with the Rotary club.')
    expect(telling(['Yogas!', 'My mind.'])?.text).toBe('Yogas!')
  })

  it('is never what an answer repeats from elsewhere', () => {
    const asked = 'When do I go there?'
    const repeated =
      'You told another assistant on Mar 9, 2026: “Yoga at the Rotary club calms my mind.” [turn 1]'
    expect(telling([asked, repeated])?.text).toBe(asked)
    expect(telling([asked, `Earlier (May 1, 2026) ${repeated}`])?.text).toBe(asked)
    expect(telling(['', `${repeated}\nThe Rotary club meets for supper.`])?.text).toBe(
      'The Rotary club meets for supper.',
    )
  })

  it('is whole where it holds an amount, a file name or a citation', () => {
    expect(telling(['Hello! Dr. Okafor started yoga. It helps.'])?.text).toBe('Dr. Okafor started yoga.')
    const text = 'Hello! In budget.md the Rotary club gave £1,034.10 [turn 15]. Next.'
    expect(telling([text])?.text).toBe('In budget.md the Rotary club gave £1,034.10.')
  })

  it('ends at the full stops of writing without spaces', () => {
    const text = '你好！我每周三练瑜伽。「真好！」他说。'
    expect(telling([text], worthsOf(['瑜伽']))?.text).toBe('我每周三练瑜伽。')
    expect(telling([text])?.text).toBe('我每周三练瑜伽。')
    expect(telling(['「はい！」と言った。東京で寿司を食べた。'], worthsOf(['寿司']))?.text).toBe(
      '東京で寿司を食べた。',
    )
  })

  it('is the person’s own, and never code; of a turn without words the answer’s', () => {
    const code = 'Here is the club:\n```js\nconst yoga = mind(yoga, club)\n```\n<p>Rotary club yoga</p>'
    expect(telling(['How does it look?', code])?.text).toBe('How does it look?')
    expect(telling(['```js\nyoga()\n```', code])?.text).toBe('Here is the club:')
    expect(telling(['Tell me about yoga and the mind.', 'Yoga at the Rotary club.'])?.text).toBe(
      'Tell me about yoga and the mind.',
    )
    expect(telling(['Can you explain?', 'Yoga at the Rotary club.'])?.text).toBe('Can you explain?')
  })

  it('negative control: without the topic another sentence stands for it', () => {
    expect(telling(said, new Map())?.text).not.toContain('Rotary club')
  })
})

const names = (...all: [name: string, telling?: string][]) => [
  ...toldApart(
    all.map(([name, telling]) => ({ name, telling })),
    ({ name }) => name,
    ({ telling }) => telling,
  ).values(),
]

it('no two names are the same: what tells twins apart is added, else a number', () => {
  expect(names(['Boat'], ['Hello', 'May 3'], ['hello', 'June 1'])).toEqual([
    'Boat',
    'Hello (May 3)',
    'hello (June 1)',
  ])
  expect(names(['Hello', 'May 3'], ['Hello', 'May 3'], ['Hello'], ['Boat', 'May 3'])).toEqual([
    'Hello (May 3)',
    'Hello (May 3) 2',
    'Hello',
    'Boat',
  ])
})
