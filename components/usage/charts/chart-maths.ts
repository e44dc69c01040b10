import { scaleLinear } from 'd3-scale'

/** Drawings are `count` units wide (one per point) and this high. The browser stretches them. */
export const HEIGHT = 1_000

/** `up` = the height of a value, from 0 at the bottom to 1 at the top. */
export type Axis = { ticks: number[]; up(value: number): number }

/** An axis from 0 to a round number above `max`, by default the highest value. */
export function valueAxis(values: readonly number[], max = Math.max(0, ...values)): Axis {
  const scale = scaleLinear([0, max || 1], [0, 1]).nice(5)
  return { ticks: scale.ticks(5), up: (value) => scale(value) }
}

const STEPS = [1, 2, 5]
/**
 * Positions of at most `most` labels among `count` points. The first and the last point always have one, the
 * others follow at round intervals.
 */
export function labelPlaces(count: number, most: number): number[] {
  let apart = 1
  for (let power = 1; count / apart > most; power *= 10)
    apart = STEPS.map((step) => step * power).find((step) => count / step <= most) ?? apart
  const places = Array.from({ length: Math.floor(count / apart) }, (_, i) => (i + 1) * apart - 1)
  if (apart === 1) return places
  const last = count - 1
  return [0, ...places.filter((place) => place > 1 && last - place > apart / 2), last]
}

/** The point that contains a turn; -1 for none. */
export const pointAt = (points: readonly { from: number; to: number }[], place: number | null): number =>
  place === null ? -1 : points.findIndex((point) => place >= point.from && place <= point.to)

/** Distance of a value from the top, in whole units. */
export const down = (axis: Axis, value: number) => Math.round((1 - axis.up(value)) * HEIGHT)

/** With more bars than this, bars would be thinner than their gaps. */
export const MOST_BARS = 120
/** A few bars are no wider than this share of the chart divided by that many. */
const WIDEST = 0.055

/**
 * SVG path of one layer of a stack, from the bottom up to `tops` (distances from the top); layers drawn later
 * cover what is below. Bars if there is room for gaps, else steps.
 */
export function layerPath(tops: readonly number[]): string {
  const count = tops.length
  if (count > MOST_BARS) {
    let path = `M0 ${HEIGHT}`
    let last: number | null = null
    for (const top of tops) {
      if (top !== last) path += `V${top}`
      path += 'h1'
      last = top
    }
    return `${path}V${HEIGHT}Z`
  }
  const wide = Math.min(count > 60 ? 0.92 : 0.82, WIDEST * count)
  const [before, width] = [(1 - wide) / 2, wide].map((part) => Math.round(part * 1_000) / 1_000)
  return tops
    .map((top, i) => (top < HEIGHT ? `M${i + (before ?? 0)} ${HEIGHT}V${top}h${width}V${HEIGHT}Z` : ''))
    .join('')
}
