import { pacer } from './breath'

const RUN = 1_000
const STEP = 500

/** A sorted copy; a long list is sorted in runs that are then merged, so that nothing waits for all of it. */
export async function sortSlowly<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const pace = pacer()
  let runs: T[][] = []
  for (let i = 0; i < items.length; i += RUN) {
    await pace()
    runs.push(items.slice(i, i + RUN).sort(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []

  async function merge(a: T[], b: T[]): Promise<T[]> {
    const all: T[] = []
    for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
      if (all.length % STEP === 0) await pace()
      const takesA = j >= b.length || (i < a.length && compare(a[i] as T, b[j] as T) <= 0)
      all.push((takesA ? a[i++] : b[j++]) as T)
    }
    return all
  }
}
