import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContextPiece } from '@/lib/memory/context/context'
import { contentTerms } from '@/lib/memory/text/terms'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { bestStretch, chipOf, passagesOf } from './passages'

const [needle = '', ...hay] = inventedWords(40)
const weights = new Map([[contentTerms(needle)[0]?.key ?? '', 2]])
const sentence = fc
  .array(fc.constantFrom(...hay), { minLength: 3, maxLength: 20 })
  .map((words) => `${words.join(' ')}.`)
const piece = fc.record({
  who: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const, 'file' as const),
  title: fc.constant(''),
  text: fc.array(sentence).map((sentences) => sentences.join(' ')),
})

describe('passagesOf', () => {
  it('gives verbatim parts within the limit, whatever the context', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 300, max: 2_000 }),
        (pieces, limit) => {
          const { excerpts } = passagesOf(pieces, weights)(limit)
          expect(excerpts.reduce((sum, excerpt) => sum + excerpt.text.length, 0)).toBeLessThanOrEqual(limit)
          for (const { text, who } of excerpts)
            expect(pieces.some((other) => other.who === who && other.text.includes(text))).toBe(true)
        },
      ),
    )
  })
  it('begins no excerpt behind an ordinal or an abbreviation', () => {
    const filler = (count: number) =>
      Array.from(
        { length: count },
        (_, i) => `${hay[i % hay.length]} ${hay[(i * 7) % hay.length]} stands here.`,
      ).join(' ')
    const text = `${filler(60)} Am 3. Mai fahren wir nach ${needle}, z. B. Gerda. ${filler(60)}`
    const { best, cut } = passagesOf([{ who: 'user', title: '', text }], weights)(300)
    expect(cut).toBe(true)
    expect(best.startsWith(`Am 3. Mai fahren wir nach ${needle}, z. B. Gerda.`)).toBe(true)
  })
  it('of an answer never end in the head of a table', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `| ${hay[i % hay.length]} | ${i} |`).join('\n')
    const text = `${'It stands here. '.repeat(10)}\nThe ${needle}:\n\n| a | b |\n|---|---|\n${rows}\n\nThat is all.`
    for (let limit = 20; limit < 500; limit++) {
      const { excerpts } = passagesOf([{ who: 'assistant', title: '', text }], weights)(limit)
      const stretch = bestStretch({ who: 'assistant', title: '', text }, weights, [], limit)
      for (const one of [...excerpts, stretch?.excerpt])
        expect(one?.text).not.toMatch(/\| b \|(?:\n\|---\|---\|)?$/)
    }
  })
  it('reads a line of dashes that is no head of a table at once', () => {
    const text = `The ${needle}.\n|${'-'.repeat(40_000)}x\nEnd.`
    const started = process.cpuUsage()
    passagesOf([{ who: 'assistant', title: '', text }], weights)(200)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
  })
  it('holds the matching sentence, wherever it stands in however long a context', () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 80, maxLength: 160 }), fc.nat(79), (sentences, at) => {
        const text = sentences.toSpliced(at, 0, `The ${needle} is here.`).join(' ')
        const pieces: ContextPiece[] = [
          { who: 'user', title: '', text: 'a question' },
          { who: 'file', title: 'File a.md', text },
        ]
        const { excerpts, best, cut } = passagesOf(pieces, weights)(600)
        expect(cut).toBe(true)
        expect(excerpts.some((excerpt) => excerpt.text.includes(`The ${needle} is here.`))).toBe(true)
        expect(best.startsWith(`The ${needle} is here.`)).toBe(true)
      }),
    )
  })
  it('gives a context that fits whole, and the beginnings of every piece when nothing is looked for', () => {
    const short: ContextPiece[] = [
      { who: 'user', title: '', text: 'hello' },
      { who: 'assistant', title: '', text: '' },
    ]
    expect(passagesOf(short, new Map())(100).excerpts).toEqual([{ who: 'user', title: '', text: 'hello' }])
    const long = Array.from({ length: 100 }, (_, i) => `Sentence number ${i}.`).join(' ')
    const both: ContextPiece[] = [
      { who: 'user', title: '', text: long },
      { who: 'tool', title: 'read_file', text: long },
    ]
    const { excerpts } = passagesOf(both, new Map())(400)
    expect(excerpts.map((excerpt) => [excerpt.who, excerpt.text.startsWith('Sentence number 0.')])).toEqual([
      ['user', true],
      ['tool', true],
    ])
  })
})

describe('chipOf', () => {
  it('cuts between words and says so', () => {
    expect(chipOf('short')).toBe('short')
    expect(chipOf('one two three', 8)).toBe('one two…')
    expect(chipOf('a'.repeat(500)).length).toBeLessThanOrEqual(280)
  })
})
