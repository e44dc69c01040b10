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
/** Positions of at most `most` labels: the first, the last, and round intervals between. */
export function labelPlaces(count: number, most: number): number[] {
  let apart = 1
  for (let power = 1; count / apart > most; power *= 10)
    apart = STEPS.map((step) => step * power).find((step) => count / step <= most) ?? apart
  const places = Array.from({ length: Math.floor(count / apart) }, (_, i) => (i + 1) * apart - 1)
  if (apart === 1) return places
  const last = count - 1
  return [0, ...places.filter((place) => place > 1 && last - place > apart / 2), last]
}

/** Distance of a value from the top, in whole units. */
export const down = (axis: Axis, value: number) => Math.round((1 - axis.up(value)) * HEIGHT)
