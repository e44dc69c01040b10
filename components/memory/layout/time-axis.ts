/**
 * In graph units: the distance of two moments that follow each other, and how much it grows each time the
 * pause doubles.
 */
const STEP = { least: 26, perDoubling: 7 } as const
const MINUTE = 60_000

export type TimeAxis = { at(date: string): number; width: number }

/**
 * Where dates are from left to right. Later is never further left, and the same moment has one place in every
 * conversation. Long pauses are shortened, so that a year without a turn is no wider than a screen.
 */
export function timeAxis(dates: Iterable<string>): TimeAxis {
  const moments = [...new Set([...dates].map(Date.parse))].filter(Number.isFinite).sort((a, b) => a - b)
  const places: number[] = []
  let x = 0
  moments.forEach((moment, index) => {
    const pause = moment - (moments[index - 1] ?? moment)
    if (index > 0) x += STEP.least + STEP.perDoubling * Math.log2(1 + pause / MINUTE)
    places.push(x)
  })
  return {
    width: x,
    at: (date) => {
      const moment = Date.parse(date)
      if (!Number.isFinite(moment)) return x
      const next = firstFrom(moments, moment)
      if (next === 0) return 0
      if (next === moments.length) return x
      const [t1, t2] = [moments[next - 1] as number, moments[next] as number]
      const [x1, x2] = [places[next - 1] as number, places[next] as number]
      return x1 + ((x2 - x1) * (moment - t1)) / (t2 - t1)
    },
  }
}

/** The index of the first of sorted numbers that is not before `moment`. */
export function firstFrom(moments: readonly number[], moment: number): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] as number) < moment) low = middle + 1
    else high = middle
  }
  return low
}
