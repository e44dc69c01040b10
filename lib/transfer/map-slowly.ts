import { breath } from '@/lib/shared/breath'

const PIECE = 200
/** `map` with a breath between pieces of a long list. */
export async function mapSlowly<T, R>(items: readonly T[], one: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  for (const [i, item] of items.entries()) {
    if (i % PIECE === PIECE - 1) await breath()
    made.push(one(item))
  }
  return made
}
