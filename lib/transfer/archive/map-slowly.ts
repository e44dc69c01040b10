import { pacer } from '@/lib/base/breath'

/** `map` that gives way to others while a long list is worked on. */
export async function mapSlowly<T, R>(items: readonly T[], one: (item: T, at: number) => R): Promise<R[]> {
  const pace = pacer()
  const made: R[] = []
  for (const [at, item] of items.entries()) {
    await pace()
    made.push(one(item, at))
  }
  return made
}
