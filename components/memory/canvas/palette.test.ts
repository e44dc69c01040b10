import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { testNode } from '../testing-graph'
import { HUES, hueOf, inTurnColours, NO_HUE } from './palette'
import { mixed } from './stylesheet'

const css = readFileSync(path.resolve(import.meta.dirname, '../../../app/globals.css'), 'utf8')
const theme = (block: string) => {
  const start = css.indexOf(`\n${block} {`)
  const text = css.slice(start, css.indexOf('\n}', start))
  return (name: string) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(text)?.[1] ?? ''
}
type Rgb = [number, number, number]
const rgb = (color: string): Rgb =>
  (color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/\d+/g) ?? []).map(Number)) as Rgb
const luminance = (color: string) => {
  const [r, g, b] = rgb(color).map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
const apart = (a: string, b: string) => {
  const [p, q] = [rgb(a), rgb(b)]
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}
const hues = [...Array(HUES).keys()].map((hue) => `--topic-${hue}`)

describe.each([':root', '.dark'])('the colours of topics in %s', (block) => {
  const color = theme(block)
  it('are text-safe as the ground of a name, and visible as a shape', () => {
    for (const hue of hues) {
      const ground = mixed(color(hue), color('--paper'), 0.24)
      expect(contrast(color('--ink'), ground)).toBeGreaterThan(7)
      expect(contrast(color('--ink-soft'), ground)).toBeGreaterThan(4.5)
      expect(contrast(color(hue), color('--paper'))).toBeGreaterThan(3)
    }
  })

  it('differ from each other, from recall and from errors', () => {
    const all = [...hues, '--recall-fill', '--error'].map(color)
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) expect(apart(one, other)).toBeGreaterThan(38)
  })
})

describe('the colour of a node', () => {
  it('is its topic’s, else its conversation’s, and the same on every visit', () => {
    expect(hueOf(testNode('turn', 'x', { hue: HUES + 2 }))).toBe(2)
    expect(hueOf(testNode('turn', 'x', { turnId: 'x', topicId: 'other' }))).toBe(NO_HUE)
    expect(hueOf(testNode('entity', 'x'))).toBe(NO_HUE)
    const by = (conversationId: string) => hueOf(testNode('turn', 'x', { conversationId, turnId: 'x' }))
    expect(by('c1')).toBe(by('c1'))
    expect(new Set(['c1', 'c2', 'c3', 'c4'].map(by)).size).toBeGreaterThan(1)
  })

  it('is that of its turn for what belongs to a turn', () => {
    const turn = testNode('turn', 'x', { turnId: 'x', hue: 4 })
    const [, fact, other] = inTurnColours([
      turn,
      testNode('fact', 'f', { turnId: 'x' }),
      testNode('fact', 'g'),
    ])
    expect([fact?.hue, other?.hue]).toEqual([4, undefined])
  })
})
