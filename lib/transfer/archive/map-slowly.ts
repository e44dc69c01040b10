import { pacer } from '@/lib/shared/breath'

/** `map` for long lists, yielding to the event loop. */
export async function mapSlowly<T, R>(items: readonly T[], one: (item: T, at: number) => R): Promise<R[]> {
  const pace = pacer()
  const made: R[] = []
  for (const [at, item] of items.entries()) {
    await pace()
    made.push(one(item, at))
  }
  return made
}
