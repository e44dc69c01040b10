/**
 * Numbers in [0, 1) from a seed: the same seed gives the same bench data (mulberry32, T. Ettinger, public
 * domain).
 */
export type Random = () => number

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const whole = (random: Random, min: number, max: number) =>
  min + Math.floor(random() * (max - min + 1))

export function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** A rank from 0 to `count - 1`, with word-like frequencies: low ranks are far more common. */
export const zipf = (random: Random, count: number) =>
  Math.min(count - 1, Math.floor(count ** random()) - 1 + (random() < 0.5 ? 1 : 0))
