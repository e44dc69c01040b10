import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SECTION_ORDER } from '@/lib/shared/limits'

const css = readFileSync('app/globals.css', 'utf8')
const [light = '', dark = ''] = css.split('\n.dark {')
type Colour = [r: number, g: number, b: number]

/** Linear light of `--name` in a theme. */
function colourOf(theme: string, name: string): Colour {
  const hex = new RegExp(`--${name}: #(\\w{6});`).exec(theme)?.[1]
  if (!hex) throw new Error(`--${name} has no colour`)
  return [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Colour
}
const luminance = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b
function contrast(a: Colour, b: Colour) {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}
/** A place in OKLab, where distances are as the eye sees them. */
function place([r, g, b]: Colour) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
const apart = (a: Colour, b: Colour) => Math.hypot(...place(a).map((value, i) => value - (place(b)[i] ?? 0)))

describe.each([
  ['light', light],
  ['dark', dark],
])('the colours of series, %s', (_, theme) => {
  const colours = [...SECTION_ORDER, 'upkeep'].map((name) => colourOf(theme, `series-${name}`))

  it('stand out from the page', () => {
    for (const colour of colours) expect(contrast(colour, colourOf(theme, 'paper'))).toBeGreaterThanOrEqual(3)
  })

  it('are told apart, neighbours in a stack most easily', () => {
    for (const [i, colour] of colours.entries())
      for (const [j, other] of colours.slice(0, i).entries())
        expect(apart(colour, other)).toBeGreaterThan(j === i - 1 ? 0.09 : 0.08)
  })
})
