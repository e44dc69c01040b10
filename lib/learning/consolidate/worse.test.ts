import { describe, expect, it } from 'vitest'
import type { DepthOutcomes } from '@/lib/db/learning/uses/outcomes'
import { pOfWorse, worseThanSimilar } from './worse'

const of = (used: string, similar: string): DepthOutcomes => {
  const [[a = 0, n = 0], [b = 0, m = 0]] = [used, similar].map((text) => text.split('/').map(Number)) as [
    number[],
    number[],
  ]
  return { used: { turns: n, succeeded: a }, similar: { turns: m, succeeded: b } }
}

describe('whether turns with a strategy do worse than similar ones', () => {
  it.each([
    [[of('3/12', '10/13')], 0.013119435],
    [[of('0/9', '10/10')], 0.0000108251],
    [[of('5/10', '5/10')], 0.671859101],
    [[of('3/10', '30/40')], 0.011659112],
    [[of('1/6', '9/10'), of('2/6', '8/10')], 0.001417024],
    // Half of the hard turns succeed with it and without it, as do the easy ones: only their mix differs.
    [[of('2/10', '6/30'), of('2/2', '40/44')], 0.726081464],
  ])('is told by the exact test %#', (depths, p) => {
    expect(pOfWorse(depths)).toBeCloseTo(p, 8)
  })

  it('is said with the figures, from ten turns on', () => {
    expect(worseThanSimilar([of('3/12', '10/13')])).toEqual({
      used: { turns: 12, succeeded: 3 },
      similar: { turns: 13, succeeded: 10 },
    })
    expect(worseThanSimilar([of('0/10', '10/10')])).not.toBeNull()
    expect(worseThanSimilar([of('0/9', '10/10')])).toBeNull()
  })

  it('is never said of equal or better rates, at any size, nor without similar turns', () => {
    for (const turns of [10, 20, 100, 1_000])
      for (const share of [0, 0.25, 0.5, 1])
        expect(worseThanSimilar([of(`${turns * share}/${turns}`, `${200 * share}/200`)])).toBeNull()
    expect(worseThanSimilar([of('10/10', '1/10')])).toBeNull()
    expect(worseThanSimilar([of('0/10', '0/0')])).toBeNull()
  })

  it('does not blame a strategy for the depth of its turns', () => {
    const depths = [of('2/10', '6/30'), of('2/2', '40/44')]
    const mixed = of('4/12', '46/74')
    expect(pOfWorse([mixed])).toBeLessThan(0.06)
    expect(worseThanSimilar(depths)).toBeNull()
  })

  it('stays exact and quick among many turns', () => {
    expect(pOfWorse([of('500/1000', '50000/100000')])).toBeCloseTo(0.51, 1)
  })
})
