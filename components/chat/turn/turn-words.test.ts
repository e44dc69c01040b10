import { describe, expect, it } from 'vitest'
import { aStep, aTurn } from '@/components/chat/testing-fixtures'
import { formatIn } from '@/components/ui/words/format'
import type { RecallHit } from '@/lib/shared/turn/events'
import { foundIn, otherCalls, spent } from './turn-facts'
import {
  announcement,
  answerDetails,
  doneLine,
  endedWords,
  isCutShort,
  isProvidersFault,
  liveLine,
  quietLine,
  remarks,
  roundSentence,
  timeWords,
  toolSearch,
  whyRecalled,
} from './turn-words'

const format = formatIn('en')
const hit = (turnNumber: number, score = 0.8): RecallHit => ({
  rank: 1,
  kind: 'turn',
  refId: `t${turnNumber}`,
  turnId: `t${turnNumber}`,
  turnNumber,
  conversationId: 'conv_1',
  contextId: null,
  at: '2026-01-01T00:00:00.000Z',
  score,
  parts: {},
  excerpt: '',
  tokens: 1,
})
const recall = (hits: RecallHit[]) => ({
  id: 'r',
  index: 0,
  source: 'think',
  request: { keywords: ['paint'] },
  engine: 'mneme',
  ms: 1,
  hits,
  nearMisses: [],
  note: '',
})
const plan = {
  enabled: true,
  preset: 'standard' as const,
  maxRounds: 5,
  tokenBudget: 1,
  maxRecallContexts: 3,
  maxSteps: 10,
  by: 'default' as const,
}
const usage = {
  inputTokens: 2_000,
  cachedTokens: 0,
  outputTokens: 310,
  reasoningTokens: 0,
  estimated: false,
  costMicros: 0,
}

describe('a turn in words', () => {
  it('says what it is doing', () => {
    const running = (given: Parameters<typeof aStep>[0]) =>
      aTurn({ status: 'running', thinking: plan, steps: [aStep({ round: 2, ...given })] })
    expect(liveLine(aTurn({ status: 'running' }))).toBe('starting')
    expect(liveLine(running({}))).toBe('round 2 of 5, thinking')
    const waiting = running({ retryAt: '2026-01-01T00:00:04.000Z' })
    expect(liveLine(waiting, Date.parse('2026-01-01'))).toBe('trying again in 4 s')
    expect(liveLine(waiting, Date.parse('2026-01-02'))).toBe('round 2 of 5, thinking')
    expect(liveLine(running({ recalls: [recall([hit(7)])] }))).toBe('round 2 of 5, recalling “paint”')
    expect(announcement(running({ recalls: [recall([hit(7)])] }))).toBe('round 2, recalling')
    expect(announcement(running({ phase: 'act', round: null, text: 'x' }))).toBe('answering')
    expect(announcement(aTurn())).toBe('done')
  })

  it('does not announce again when text arrives', () => {
    const said = (text: string) =>
      announcement(
        aTurn({ status: 'running', thinking: plan, steps: [aStep({ phase: 'act', round: null, text })] }),
      )
    expect(new Set(['', 'a', 'a b', 'a b c'].map(said)).size).toBe(1)
  })

  it('counts turns, files and summaries that were recalled as memories', () => {
    const file: RecallHit = { ...hit(7), kind: 'file', refId: 'conv_1:notes/plan.md' }
    const done = (hits: RecallHit[]) =>
      quietLine(aTurn({ status: 'completed', steps: [aStep({ recalls: [recall(hits)] })] }), format)
    expect(done([hit(3), hit(7), file])).toBe('3 memories')
    expect(done([hit(3)])).toBe('1 memory')
  })

  it('lists each memory once: as the search for most of its words found it, weak ones last', () => {
    const found = (turnNumber: number, score: number, words: Record<string, boolean>): RecallHit => ({
      ...hit(turnNumber, score),
      words: Object.entries(words).map(([word, held]) => ({ word, held, rarity: 0.5 })),
    })
    const noise = found(2, 0.9, { dog: false })
    const recalls = [
      recall([noise, found(1, 0.4, { dog: true, old: false }), found(3, 0.4, { dog: true, old: true })]),
      recall([found(1, 1, { dog: true }), found(3, 0.9, { dog: true })]),
    ]
    expect(
      foundIn(aTurn({ steps: [aStep({ recalls })] })).map(({ hit }) => [hit.turnNumber, hit.score]),
    ).toEqual([
      [1, 0.4],
      [3, 0.4],
      [2, 0.9],
    ])
  })

  it('tells of each memory one search: the round that found it first, why, and how well it fits', () => {
    const requested: RecallHit = { ...hit(7, 1), parts: { asked: 1 } }
    const byNumber = { ...recall([requested]), request: { keywords: ['message 7'] } }
    const steps = [
      aStep({ recalls: [recall([hit(7, 0.4)])] }),
      aStep({ index: 1, round: 2, recalls: [byNumber] }),
    ]
    const [found, ...others] = foundIn(aTurn({ steps }))
    expect(others).toEqual([])
    expect(found).toEqual({ hit: requested, recall: byNumber, first: steps[0] })
  })

  it('lists the strong ones first, whichever search found them', () => {
    const recalls = [recall([hit(1, 0.4), hit(2, 0.1)]), recall([hit(3, 0.7), hit(4, 0.5)])]
    const found = foundIn(aTurn({ steps: [aStep({ recalls })] }))
    expect(found.map(({ hit }) => hit.turnNumber)).toEqual([3, 1, 4, 2])
  })

  it('lists what the person only asked before after everything that says something', () => {
    const said = (turnNumber: number, score: number, excerpt: string) => ({
      ...hit(turnNumber, score),
      excerpt,
    })
    const asked = said(5, 1, 'What is my sister called?')
    const recalls = [
      recall([asked, said(3, 0.6, 'My sister Ana lives in Porto.')]),
      recall([said(1, 0.3, 'Ana called.')]),
    ]
    expect(foundIn(aTurn({ steps: [aStep({ recalls })] })).map(({ hit }) => hit.turnNumber)).toEqual([
      3, 1, 5,
    ])
  })

  it('shows each notice of an answer once, and whether it can be continued, without failed tries', () => {
    const cut = aTurn({
      steps: [
        aStep({ notices: ['no eyes'] }),
        aStep({
          index: 1,
          phase: 'act',
          round: null,
          finish: 'length',
          retries: ['slow down'],
          notices: ['cut off', 'cut off'],
        }),
      ],
    })
    expect([remarks(cut), isCutShort(cut)]).toEqual([['no eyes', 'cut off'], true])
    expect([
      remarks(aTurn()),
      isCutShort({ ...cut, status: 'stopped' }),
      isCutShort(aTurn({ steps: [aStep({ phase: 'act', finish: 'stop' })] })),
    ]).toEqual([[], false, false])
  })

  it('names steps that failed', () => {
    const call = (ok: boolean, index: number) => ({
      id: `c${index}`,
      index,
      name: 'read_file',
      ok,
      args: {},
      result: '',
      ms: 1,
    })
    const line = (...ok: boolean[]) =>
      doneLine(aTurn({ steps: [aStep({ phase: 'act', tools: ok.map(call) })] }), format).map(
        ({ text }) => text,
      )
    expect(line(true, false)).toContain('1 step failed')
    expect(line(true)).toEqual(['Answered directly'])
  })

  it('does not deny the thinking of a model that reasons by itself', () => {
    const turn = aTurn({ steps: [aStep({ phase: 'act', reasoning: 'Ana or Eva?' })] })
    expect(doneLine(turn, format)[0]?.text).toBe('Thought before answering')
  })

  it('is one line above the answer and one below it when done', () => {
    const turn = aTurn({
      number: 9,
      startedAt: '2026-01-01T00:00:00.000Z',
      endedAt: '2026-01-01T00:00:44.100Z',
      steps: [
        aStep({ recalls: [recall([hit(3), hit(7)])], totalMs: 6_400 }),
        aStep({ index: 1, round: 1, totalMs: 4_000 }),
        aStep({ index: 2, round: 2, recalls: [recall([hit(7, 0.9), hit(8)])], totalMs: 3_700 }),
        aStep({ index: 3, phase: 'act', round: null, text: 'A long answer.', totalMs: 30_000 }),
      ],
      totals: {
        ...usage,
        inputTokens: 7_400,
        outputTokens: 100,
        calls: 3,
        later: null,
        withMemoryTokens: 2_500,
        plainChatTokens: 5_000,
        unpricedCalls: 0,
      },
    })
    // The steps and the other calls add up to all calls.
    expect(otherCalls(turn)).toBeNull()
    const totals = { ...usage, inputTokens: 7_400, outputTokens: 400, calls: 6, unpricedCalls: 0 }
    const own = turn.steps.map((step) => ({
      ...step,
      usage: { ...usage, inputTokens: 1_000, outputTokens: 50 },
    }))
    expect(
      otherCalls({ steps: own, totals: { ...totals, later: null, withMemoryTokens: 0, plainChatTokens: 0 } }),
    ).toEqual({ calls: 2, inputTokens: 3_400, cachedTokens: 0, outputTokens: 200 })
    const line = (shown: typeof turn) =>
      doneLine(shown, format)
        .map((piece) => piece.text)
        .join(' · ')
    expect(line(turn)).toBe('Thought 2 rounds · 3 memories · 14 s')
    expect(line({ ...turn, status: 'running', endedAt: null })).toBe(line(turn))
    expect(quietLine(turn, format)).toBe('3 memories · 44 s')
    // Both sides of the comparison as the usage page has them.
    expect(answerDetails(turn, format)).toMatch(
      /\n7,400 tokens in, 100 out\.\n.*\nBy Mneme’s own count 2,500 tokens in all; plain chat: 5,000\.$/,
    )
    const later = { ...usage, inputTokens: 200, outputTokens: 11, calls: 2, unpricedCalls: 0 }
    const afterJobs = turn.totals && { ...turn, totals: { ...turn.totals, later } }
    expect(afterJobs && spent(afterJobs)).toMatchObject({ inputTokens: 7_400, outputTokens: 100, calls: 3 })
    expect(afterJobs && answerDetails(afterJobs, format)).toContain(
      '7,400 tokens in, 100 out; 211 for memory’s own calls.',
    )
    expect(answerDetails({ ...turn, number: 1 }, format)).not.toContain('plain chat')
    expect(line({ ...turn, steps: [] })).toBe('Answered directly')
    expect(quietLine({ ...turn, steps: [] }, format)).toBe('44 s')
    expect(line({ ...turn, steps: [], status: 'failed' })).toBe('Failed')
    expect(line({ ...turn, steps: [], status: 'stopped' })).toBe('Stopped')
    expect(timeWords(turn, format)).toBe('44.1 s in all, 14.1 s of it thinking')
    expect(timeWords({ ...turn, steps: [] }, format)).toBe('44.1 s in all')
    expect(timeWords({ ...turn, endedAt: null }, format)).toBe('')
  })

  it('folds a round into a sentence', () => {
    const step = aStep({
      recalls: [recall([hit(7), hit(3)])],
      decision: { continueThinking: true, reason: 'The colour is still missing.' },
    })
    expect(roundSentence(step)).toBe('')
    expect(roundSentence({ ...step, recalls: [] })).toBe('The colour is still missing.')
    expect(roundSentence(aStep({ text: 'First this. Then that.' }))).toBe('First this.')
    expect(whyRecalled(recall([]))).toBe('searched for “paint”')
    const asked = { ...recall([]), request: { keywords: ['What is red?', 'My boat.'] } }
    expect(whyRecalled(asked)).toBe('searched for “What is red”, “My boat”')
  })

  it('names the words of a tool’s search, which are not those of the message', () => {
    expect(toolSearch({ ...recall([]), source: 'prompt' })).toBe('')
    const asked = { ...recall([]), source: 'recall_context', request: { keywords: ['live', 'work'] } }
    expect(toolSearch(asked)).toBe('searched for “live”, “work”')
    expect(toolSearch({ ...asked, request: { turnNumbers: [3] } })).toBe('')
  })

  it('says why there is no complete answer', () => {
    expect(endedWords(aTurn())).toBeNull()
    expect(endedWords(aTurn({ status: 'stopped' }))?.message).toBe('You stopped this answer.')
    const interrupted = (name: string) => {
      const tool = { id: 'x', index: 0, name, args: {}, ok: true, result: '', ms: 1, at: '' }
      return endedWords(aTurn({ status: 'interrupted', steps: [aStep({ tools: [tool] })] }))?.hint
    }
    expect(interrupted('read_file')).toBe('Your message and what was written so far are kept.')
    expect(interrupted('write_file')).toMatch(/kept\. Changes to files and notes were not saved\.$/)
    expect(
      endedWords(
        aTurn({ status: 'failed', error: { code: 'provider_timeout', message: 'The model took too long.' } }),
      )?.message,
    ).toBe('The model took too long.')
  })

  it.each(['provider_auth', 'provider_rate_limit', 'provider_empty', 'provider_unreachable'] as const)(
    'after %s it leads to the settings of the service',
    (code) => {
      expect(
        isProvidersFault(aTurn({ status: 'failed', error: { code, message: 'No credit is left.' } })),
      ).toBe(true)
    },
  )

  it('leads there for no fault of our own', () => {
    expect(
      isProvidersFault(
        aTurn({ status: 'failed', error: { code: 'internal', message: 'Something went wrong.' } }),
      ),
    ).toBe(false)
  })
})

describe('numbers for people', () => {
  it.each([
    [format.duration(320), '320 ms'],
    [format.bytes(2_500_000), '2.5 MB'],
    [format.bytes(2_000_000_000), '2 GB'],
    [format.duration(4_100), '4.1 s'],
    [format.duration(125_000), '2 min 5 s'],
    [format.tokens(12_480), '12,480'],
    [format.tokens(1_900_000), '1.9M'],
    [format.cost(null), 'no price'],
    [format.cost(0), 'free'],
    [format.cost(1_234), '$0.0012'],
    [format.cost(3_800_000), '$3.80'],
    [format.relative(new Date(0), new Date(180_000)), '3 minutes ago'],
    [format.relative(new Date(0), new Date(1_000)), 'just now'],
  ])('%s', (given, expected) => expect(given).toBe(expected))
})
