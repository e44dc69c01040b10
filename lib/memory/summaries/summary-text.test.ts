import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quarterTokens } from '@/lib/memory/text/testing-names'
import { bounded, cutToFit, injectedForm, shorten } from './summary-text'

describe('the injected form', () => {
  it('is the one the model is told about', () => {
    expect(injectedForm({ from: 3, to: 3, summary: 'Added a module.', insights: ['JSON', 'tested'] })).toBe(
      '[Turn 3] Added a module.\nInsights: JSON; tested',
    )
    expect(injectedForm({ from: 1, to: 10, summary: 'Built it.', insights: [] })).toBe(
      '[Turns 1-10] Built it.',
    )
  })
})

describe('cutToFit', () => {
  const upTo = (length: number) => (text: string) => text.length <= length
  it('keeps whole sentences, else words, else characters', () => {
    expect(cutToFit('One here. Two there. Three.', upTo(22))).toBe('One here. Two there.')
    expect(cutToFit('a sentence that goes on', upTo(15))).toBe('a sentence that')
    expect(cutToFit('unbrokenword', upTo(4))).toBe('unbr')
    expect(cutToFit('第一句。第二句。', upTo(5))).toBe('第一句。')
    expect(cutToFit('nothing fits', () => false)).toBe('')
  })
  it('gives a start of the text that fits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '! ', '\n', '。', 'é', '😀'), maxLength: 200 }),
        fc.nat(200),
        (text, length) => {
          const cut = cutToFit(text, upTo(length))
          expect(text.startsWith(cut)).toBe(true)
          expect(cut.length).toBeLessThanOrEqual(length)
        },
      ),
    )
  })
})

describe('shorten and bounded', () => {
  const item = fc.record({
    from: fc.constant(7),
    to: fc.constant(7),
    summary: fc.lorem({ maxCount: 300 }),
    insights: fc.array(fc.lorem({ maxCount: 60 }), { maxLength: 9 }),
  })
  it('never give more tokens than allowed', () => {
    fc.assert(
      fc.property(item, fc.integer({ min: 10, max: 300 }), (summarised, max) => {
        expect(quarterTokens(injectedForm(shorten(summarised, max, quarterTokens)))).toBeLessThanOrEqual(max)
        const kept = bounded(summarised, quarterTokens)
        expect(quarterTokens(injectedForm(kept))).toBeLessThanOrEqual(200)
        expect(kept.insights.length).toBeLessThanOrEqual(5)
      }),
    )
  })
  it('joins lines, and drops empty and repeated insights', () => {
    expect(
      bounded({ from: 1, to: 1, summary: ' a\n\nb ', insights: ['x', ' ', 'x', 'y\nz'] }, quarterTokens),
    ).toMatchObject({ summary: 'a b', insights: ['x', 'y z'] })
  })
})
