import { expect, it } from 'vitest'
import { titleKeyOf } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { type EarlierTopic, namesOf } from './names-of'

const NAMES = new Set(['mel'])
const terms = {
  nouns: { isNoun: () => true, isName: (term: string) => NAMES.has(term) },
  shareOf: () => 0.1,
}
type Talk = { title: string; said: Record<string, string>; other?: number }

/** What names a topic of turns that stand in these conversations, some of whose turns are of another topic. */
async function named(talks: readonly Talk[], earlier?: Partial<EarlierTopic>) {
  const turns = talks.flatMap(({ said, other = 0 }, i) => [
    ...Object.entries(said).map(([id, userText]) => ({
      id,
      conversationId: `c${i}`,
      userText,
      topic: 'topic',
    })),
    ...Array.from({ length: other }, (_, n) => ({
      ...{ id: `${i} ${n}`, conversationId: `c${i}`, userText: 'Rain.', topic: 'other' },
    })),
  ])
  const before = earlier && { id: 'topic', hue: 0, x: 0, y: 0, terms: [], titleKey: '', ...earlier }
  const { titles, sentences } = await namesOf(
    {
      titlesOf: async () => new Map(talks.map(({ title }, i) => [`c${i}`, title])),
      textsOf: async (ids) =>
        turns.flatMap((one) =>
          ids.includes(one.id) ? ({ ...one, answer: 'OK.', messages: null } as unknown as TurnText) : [],
        ),
      pace: () => undefined,
    },
    terms,
    {
      topicOf: new Map(turns.map(({ id, topic }) => [id, topic])),
      conversationOf: new Map(turns.map(({ id, conversationId }) => [id, conversationId])),
    },
    [],
    new Map([['topic', []]]),
    () => before,
  )
  const key = titles.get('topic')
  const at = talks.findIndex((_, i) => key === titleKeyOf({ conversationId: `c${i}` }))
  return talks[at]?.title ?? sentences.get('topic')?.[0]?.word
}

const KNEE = { a: 'My knee hurts on the stairs.', b: 'The knee is swollen.' }
const SENTENCE = 'My knee hurts on the stairs'

it('a topic has the title that says most about it, of the conversations that are mostly about it', async () => {
  const others = { title: 'Physio exercises', said: { c: 'Which exercise helps the knee?' } }
  expect(await named([{ title: 'Knee pain', said: KNEE }, others])).toBe('Knee pain')
  expect(await named([others, { title: 'Knee pain', said: KNEE }])).toBe('Knee pain')
  expect(await named([{ title: 'Knee pain', said: KNEE, other: 2 }])).toBe(SENTENCE)
})

it.each(['New conversation', 'Session 3', '2026-03-01', 'Mel', '', `Knee ${'pain '.repeat(12)}`])(
  'a title that says nothing gives way to what the person wrote: “%s”',
  async (title) => {
    expect(await named([{ title, said: { ...KNEE, c: 'Mel likes snow.' } }])).toBe(SENTENCE)
  },
)

it('a short conversation with most of a topic names it by how it began, a long one only if that is the topic', async () => {
  expect(await named([{ title: 'I feel old', said: { ...KNEE, c: 'I feel old.' } }])).toBe('I feel old')
  const long = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`t${i}`, `My knee hurts, day ${i}.`]))
  expect(await named([{ title: 'I feel old', said: { ...long, t0: 'I feel old.' } }])).toMatch(
    /^My knee hurts/,
  )
})

it('an earlier name stays while what gave it is of the topic', async () => {
  const titleKey = titleKeyOf({ conversationId: 'c0' })
  const better = { title: 'Knee pain', said: { ...KNEE, d: 'Knee?' } }
  const talks = [{ title: 'Stairs', said: { c: 'The stairs are steep.' } }, better]
  expect(await named(talks, { titleKey })).toBe('Stairs')
  const sentence = (...turns: string[]) => ({
    terms: [{ term: 'x', word: 'My old name', turns, named: true as const }],
  })
  expect(await named([{ ...(talks[0] as Talk), other: 1 }, better], { titleKey, ...sentence('c') })).toBe(
    'Knee pain',
  )
  expect(await named([better], sentence('a'))).toBe('My old name')
  expect(await named([better], sentence('gone'))).toBe('Knee pain')
})
