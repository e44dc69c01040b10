import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { learn } from '@/lib/db/learning/learn'
import type { NewStrategy } from '@/lib/db/learning/log/apply'
import { allStrategies, onTrial } from '@/lib/db/learning/strategies'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { learner, seedStrategies } from '@/lib/db/testing-strategies'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { trajectorySections } from '@/lib/prompts/trajectory'
import { strategyTextSchema } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'
import { qualityOf, stepsOfMost } from './examples'
import { isRefusal, lessonChanges, lessonStrategy, priorOf, strategyFrom } from './lessons'
import { reliability, type Scorable, type Scoring, scoreOf, select } from './score'
import { cosine, rarityOf, readKnownStrategies, termsOf, weightsOf } from './similar'
import { emptyTermIndex, putText, removeText } from './term-index'
import { similarTo } from './testing-similar'
import { shownTrajectory, tagsOf } from './trajectory'

describe('worked examples', () => {
  it.each([
    [{ tools: 1, failed: 0, feedback: 0 }, 15],
    [{ tools: 3, failed: 0, feedback: 0 }, 10],
    [{ tools: 4, failed: 1, feedback: 0 }, 5],
    [{ tools: 2, failed: 1, feedback: 1 }, 15],
    [{ tools: 4, failed: 1, feedback: 1 }, 10],
    [{ tools: 4, failed: 0, feedback: -1 }, 5],
  ])('have a quality by what was measured: %o is %i', (turn, quality) => {
    expect(qualityOf(turn)).toBe(quality)
  })

  it('suggest the steps of nine in ten good turns, from five turns on', () => {
    expect(stepsOfMost([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(9)
    expect(stepsOfMost([3, 3, 3, 3, 8])).toBe(8)
    expect(stepsOfMost([2, 2, 2, 2])).toBeNull()
    expect(stepsOfMost([0, 1, 1, 1, 1])).toBe(2)
  })
})

describe('a turn as its notes show it', () => {
  const shownOf = (text: string) => {
    const turn = {
      ...{ userText: text, answer: 'Yes.', thoughts: [], tools: [], status: 'completed' as const },
      ...{ capped: false, feedback: 0 as const, feedbackReason: '', followUps: [] },
    }
    const shown = shownTrajectory(turn, text)
    return { text: shown.userText, note: trajectorySections(shown, '2026-12-01')[0]?.note }
  }

  it('says where a long text is cut, and nothing of that if it is whole', () => {
    const cut = shownOf(`begin ${'words '.repeat(2_000)}end`)
    expect(cut.text).toMatch(/^begin [^…]*\n\[…\]\n[^…]* end$/)
    expect(cut.note).toContain('"[…]" stands for text that was there')
    expect(shownOf('short')).toEqual({ text: 'short', note: expect.not.stringContaining('[…]') })
  })
})

describe('learned', () => {
  let at: TestDb
  beforeEach(async () => {
    at = await testDb()
  })
  afterEach(() => at.close())

  const MIGRATE = 'Run the pending database migrations before the new release is deployed to the servers.'
  const NEVER = MIGRATE.replace('Run', 'Never run')
  const text = (content: string) =>
    strategyTextSchema.parse({
      ...{ section: 'heu', kind: 'principle', title: 'Migrations', description: 'For releases.', content },
      ...{ tags: [], domain: '' },
    })

  /** Learns a lesson from a new turn, beside these strategies. */
  async function learned(content: string, known: Partial<NewStrategy>, tainted = false) {
    const [id = ''] = await seedStrategies(at, known)
    const { turnIds } = await seedConversation(at, [{ userText: 'Deploy it.', answer: 'Done.' }])
    const found = await at.db.turn.findUniqueOrThrow({ where: { id: turnIds[0] ?? '' } })
    const turn = { ...found, tainted }
    const stored = await readKnownStrategies(at.db, at.ownerId, '', tainted)
    const verdict = { label: 'success', confidence: 0.9 } as const
    const changes = await lessonChanges(at.db, text(content), stored, { turn, verdict })
    if (typeof changes === 'string') throw new Error(changes)
    await learn(at.db, at.ownerId, changes, learner({ turnId: turn.id }))
    const rows = await allStrategies(at.db, at.ownerId)
    const trials = await onTrial(at.db, at.ownerId)
    return { id, turn, rows, known: rows.find((row) => row.id === id), isOnTrial: trials.has(id) }
  }

  it('a lesson that says the opposite of a known one is no support for it: both stay, flagged', async () => {
    const { id, rows, known } = await learned(NEVER, { content: MIGRATE })
    expect([rows.length, known?.sources]).toEqual([2, []])
    expect(rows.find((row) => row.id !== id)).toMatchObject({
      ...{ content: NEVER, status: 'active' },
      links: [{ to: id, relation: 'contradicts', weight: 0.5 }],
    })
  })

  it('a lesson learned again revives its retired twin, quarantined and with one trial', async () => {
    const { turn, rows, known, isOnTrial } = await learned(MIGRATE, { content: MIGRATE, status: 'retired' })
    expect([rows.length, isOnTrial]).toEqual([1, true])
    expect(known).toMatchObject({ status: 'quarantined', sources: [turn.id] })
  })

  it('a twin from outside that nobody approved is revived with the words of the new lesson', async () => {
    const from = {
      content: MIGRATE.toUpperCase(),
      title: 'Read',
      status: 'retired',
      untrusted: true,
    } as const
    const { known } = await learned(MIGRATE, from)
    expect(known).toMatchObject({ content: MIGRATE, title: 'Migrations', untrusted: false })
  })

  it('a turn that read text from outside revives nothing', async () => {
    const { rows, known } = await learned(MIGRATE, { content: MIGRATE, status: 'retired' }, true)
    expect([rows.length, known?.status]).toEqual([1, 'retired'])
  })
})

const CONTENT = 'Read the file again after it was changed by somebody else.'
const written = (over: object = {}) => ({
  ...{
    kind: 'principle' as const,
    section: 'heu' as const,
    title: 'Files',
    description: '',
    content: CONTENT,
  },
  ...{ tags: ['files'], ...over },
})

describe('a lesson', () => {
  it('is at least 20 characters long after redaction, and every field is redacted', () => {
    expect(isRefusal(lessonStrategy(written({ content: 'x'.repeat(19) }), ''))).toBe(true)
    const email = 'Ask joe@example.com before the file is read again.'
    const read = lessonStrategy(
      written({ content: email, title: email, tags: ['joe@example.com'] }),
      'joe@example.com',
    )
    expect(JSON.stringify(read)).not.toContain('joe@')
  })

  it.each([
    'See http://a.example for the file before it is read.',
    'See WWW.example.org for the file before it is read.',
    'Open a.example.com/files before the file is read again.',
    'Open 0b0e7a0c-6f0a-4b7e-9d53-0a8b7c1d2e3f before the file is read.',
    'Do what mis-00042 says before the file is read again.',
    'Use d41d8cd98f00b204e9800998ecf8427e before the file is read again.',
  ])('is refused: %s', (content) => {
    expect(lessonStrategy(written({ content }), '')).toHaveProperty('reason')
  })

  it.each([
    'Use version 1.2.3 of node.js and port 3000 for the server.',
    'Call str-replace, then read package.json again.',
  ])('is kept: %s', (content) => {
    expect(lessonStrategy(written({ content }), '')).toMatchObject({ content })
  })

  it('counts as reliable as its judge was sure, from .5', () => {
    expect(priorOf({ label: 'success', confidence: 1 })).toBe(0.75)
    expect(priorOf({ label: 'success', confidence: 0.8 })).toBeCloseTo(0.6, 12)
    expect(priorOf({ label: 'failure', confidence: 1 })).toBe(0.6)
    expect(priorOf({ label: 'failure', confidence: 0.3 })).toBe(0.5)
  })

  it('waits for approval if its turn read text from outside', () => {
    const lesson = lessonStrategy(written(), '')
    if (isRefusal(lesson)) throw new Error(lesson.reason)
    const from = (tainted: boolean) =>
      strategyFrom(
        lesson,
        { id: 't', userText: 'x'.repeat(9_000), tainted },
        { label: 'success', confidence: 1 },
      )
    expect(from(true)).toMatchObject({ status: 'proposed', untrusted: true })
    expect(from(false)).toMatchObject({ status: 'active', untrusted: false, sources: ['t'] })
    expect(from(false).query).toHaveLength(limitsOfLearning.queryChars)
  })
})

it('the tags of cited strategies are one for each, by the notes or else by the verdict', () => {
  const cited = [
    { id: 'a', shownAs: 'l1' },
    { id: 'b', shownAs: undefined },
  ]
  const said = [
    { id: 'l1', tag: 'neutral' as const },
    { id: 'l1', tag: 'helpful' as const },
    { id: 'l9', tag: 'helpful' as const },
  ]
  const changes = tagsOf('t', cited, { label: 'failure' }, said)
  expect(changes.map((change) => ('tag' in change ? change.tag : null))).toEqual(['neutral', 'harmful'])
})

const NOW = Date.UTC(2026, 4, 11)
const DAY = 24 * 3_600_000
const { weights } = limits
const calibrated: Scoring = { weights, now: NOW }
/** So that similar ones too can be below the floor. */
const doubting: Scoring = { ...calibrated, weights: { ...weights, similarity: 0.1 } }
const one = (over: Partial<Scorable>): Scorable => ({
  id: 'a',
  similarity: 0.5,
  prior: 0.75,
  helpful: 0,
  harmful: 0,
  createdAt: NOW,
  updatedAt: NOW,
  ...over,
})
const apart = () => 0

describe('the score of a strategy', () => {
  it('has the reliability that its tags give it', () => {
    const of = (helpful: number, harmful: number) => reliability(one({ helpful, harmful })).toFixed(3)
    expect([of(0, 0), of(1, 0), of(0, 1), of(5, 0), of(0, 3)]).toEqual([
      '0.750',
      '0.800',
      '0.600',
      '0.889',
      '0.429',
    ])
  })

  it('is the sum of its parts', () => {
    const { score, parts } = scoreOf(one({ similarity: 0.6, createdAt: NOW - 20 * DAY }), calibrated, 0.4)
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 12)
    expect(parts.diversity).toBeCloseTo(-0.04, 12)
  })
})

/** Three on the subject that say the same, two on it that say something else, five on other subjects. */
const TEN = [0.9, 0.89, 0.88, 0.8, 0.7, 0.3, 0.28, 0.27, 0.26, 0.25].map((similarity, i) =>
  one({ id: `s${i}`, similarity }),
)
const alikeOf = (a: Scorable, b: Scorable) =>
  [a, b].every(({ id }) => 's0 s1 s2'.includes(id))
    ? 0.98
    : [a, b].every(({ similarity }) => similarity >= 0.7)
      ? 0.3
      : 0
const idsOf = (chosen: { of: Scorable }[]) => chosen.map(({ of }) => of.id)

/** What the reference does: the weight of diversity as lambda of maximal marginal relevance. */
function withLambda(k: number, lambda: number): Scorable[] {
  const chosen: Scorable[] = []
  const rest = [...TEN]
  const value = (item: Scorable) =>
    lambda * scoreOf(item, calibrated).score -
    (1 - lambda) * Math.max(0, ...chosen.map((other) => alikeOf(item, other)))
  while (chosen.length < k) {
    const best = rest.reduce((a, b) => (value(b) > value(a) ? b : a))
    chosen.push(...rest.splice(rest.indexOf(best), 1))
  }
  return chosen
}

describe('the selection', () => {
  it('of ten takes the best, then what is close and says something else', () => {
    expect(idsOf(select(TEN, 3, calibrated, alikeOf))).toEqual(['s0', 's3', 's1'])
  })

  it('negative control: the weight of diversity as lambda picks what is far from the question', () => {
    const wrong = withLambda(3, weights.diversity)
    expect(wrong.map(({ id }) => id)).toEqual(['s0', 's5', 's6'])
    expect(wrong.filter(({ similarity }) => similarity < 0.5)).toHaveLength(2)
  })

  it('takes nothing below a floor, so fewer than k are normal', () => {
    const old = one({ prior: 0.5, createdAt: NOW - 400 * DAY })
    const few = [old, one({ id: 'new' })]
    expect(scoreOf(old, doubting).score).toBeLessThan(limits.leastScore)
    expect(idsOf(select(few, 3, doubting, apart))).toEqual(['new'])
  })

  it('is that of a plain greedy search, whatever the candidates', () => {
    const random = (i: number) => ((i * 7919) % 104_729) / 104_729
    const many = Array.from({ length: 200 }, (_, i) => one({ id: `m${i}`, similarity: random(i + 1) }))
    const alike = (a: Scorable, b: Scorable) => random(Number(a.id.slice(1)) + Number(b.id.slice(1)) + 3)
    const left = many.filter((item) => scoreOf(item, calibrated).score >= limits.leastScore)
    const chosen: Scorable[] = []
    while (chosen.length < 5) {
      const value = (item: Scorable) =>
        scoreOf(item, calibrated, Math.max(0, ...chosen.map((other) => alike(item, other)))).score
      const best = left.reduce((a, b) => (value(b) > value(a) ? b : a))
      chosen.push(...left.splice(left.indexOf(best), 1))
    }
    expect(idsOf(select(many, 5, calibrated, alike))).toEqual(chosen.map(({ id }) => id))
  })
})

const LESSON = 'Run the whole test suite of the billing service before a release is tagged and announced.'
const among = (store: readonly string[]) => {
  const rarity = rarityOf(store.map(termsOf))
  return (a: string, b: string) => cosine(weightsOf(termsOf(a), rarity), weightsOf(termsOf(b), rarity))
}
const alike = (a: string, b: string) => among([a, b])(a, b)

describe('the similarity of two lessons', () => {
  it('is 1 for the same words in another order, case and form, and 0 for others', () => {
    expect(alike(LESSON, LESSON.toUpperCase())).toBeCloseTo(1, 12)
    expect(alike('Check the tests.', 'tests check')).toBeCloseTo(1, 12)
    expect(alike(LESSON, 'Water plants on Mondays.')).toBe(0)
    expect(alike(LESSON, '')).toBe(0)
  })

  it('is symmetric and grows with what is shared', () => {
    const [near, far] = [LESSON.replace('billing', 'login'), 'Run the suite.']
    expect(alike(LESSON, near)).toBeCloseTo(alike(near, LESSON), 12)
    expect(alike(LESSON, near)).toBeGreaterThan(alike(LESSON, far))
  })

  it('weighs rare words more than common ones', () => {
    const store = ['login', 'billing'].flatMap((name) =>
      [1, 2].map((i) => `Check the logs of ${name}, part ${i}.`),
    )
    const common = Array.from({ length: 200 }, (_, i) => `Check the logs of service${i} in this part.`)
    const [a, b] = ['Check the logs of login.', 'Check the logs of billing.'] as const
    expect(among([...store, ...common])(a, b)).toBeLessThan(among(store)(a, b))
  })

  it('is not lowered by an odd word, however many copies there are', () => {
    const copies = (count: number) =>
      Array.from({ length: count }, (_, i) => LESSON.replace('tagged', `odd${i}`))
    const of = (count: number) => among(copies(count))(copies(2)[0] ?? '', copies(2)[1] ?? '')
    expect(of(500)).toBeCloseTo(of(3), 1)
  })
})

const words = inventedWords(60)
const text = (length: number) =>
  Array.from({ length }, () => words[Math.floor(Math.random() * words.length)]).join(' ')

it('after any series of changes answers as an index built anew does', () => {
  const index = emptyTermIndex<string>()
  const texts = new Map<string, string>()
  for (let i = 0; i < 600; i++) {
    const id = `t${Math.floor(Math.random() * 40)}`
    if (Math.random() < 0.3) {
      removeText(index, id)
      texts.delete(id)
    } else {
      const said = text(5 + Math.floor(Math.random() * 30))
      putText(index, id, said, id)
      texts.set(id, said)
    }
  }
  const anew = emptyTermIndex<string>()
  for (const [id, said] of texts) putText(anew, id, said, id)
  for (let i = 0; i < 20; i++) {
    const query = text(6)
    const found = (of: typeof index) =>
      similarTo(of, query, 0)
        .map(({ item, similarity }) => [item, similarity.toFixed(9)])
        .sort()
    expect(found(index)).toEqual(found(anew))
    expect(found(index)).toEqual(found(index))
  }
})
