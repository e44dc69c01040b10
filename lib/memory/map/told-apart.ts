import { groupBy } from '@/lib/shared/group-by'

const keyOf = (name: string) => name.trim().toLowerCase()

/** Names of which no two are the same: those that would be also say what `tellingOf` finds, else have a number. */
export function toldApart<T extends object>(
  all: readonly T[],
  nameOf: (one: T) => string,
  tellingOf: (one: T, twins: readonly T[]) => string | undefined,
): Map<T, string> {
  const alike = groupBy(all, (one) => keyOf(nameOf(one)))
  const times = new Map<string, number>()
  return new Map(
    all.map((one) => {
      const twins = alike.get(keyOf(nameOf(one))) ?? []
      const telling = twins.length > 1 ? tellingOf(one, twins) : undefined
      const name = telling ? `${nameOf(one)} (${telling})` : nameOf(one)
      const count = (times.get(keyOf(name)) ?? 0) + 1
      times.set(keyOf(name), count)
      return [one, count > 1 ? `${name} ${count}` : name]
    }),
  )
}
