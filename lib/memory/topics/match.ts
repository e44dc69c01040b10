/** How many turns a new group shares with each earlier topic. */
export type Overlaps = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Which earlier topic each group is: one that has half of its turns, of several the one most alike. */
export function matchTopics(
  overlaps: Overlaps,
  sizes: { groups: ReadonlyMap<string, number>; topics: ReadonlyMap<string, number> },
): Map<string, string> {
  const pairs = [...overlaps].flatMap(([group, shared]) =>
    [...shared].map(([topic, both]) => {
      const either = (sizes.groups.get(group) ?? 0) + (sizes.topics.get(topic) ?? 0) - both
      return { group, topic, both, alike: both / Math.max(1, either) }
    }),
  )
  pairs.sort((a, b) => b.alike - a.alike || (a.topic < b.topic ? -1 : 1) || (a.group < b.group ? -1 : 1))
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const { group, topic, both } of pairs) {
    if (2 * both < (sizes.topics.get(topic) ?? 0) || found.has(group) || taken.has(topic)) continue
    found.set(group, topic)
    taken.add(topic)
  }
  return found
}

/** Numbers for topics: the earlier ones stay, new ones get the lowest that are free. */
export function hues(topics: readonly { id: string; hue: number | undefined }[]): Map<string, number> {
  const taken = new Set(topics.flatMap(({ hue }) => hue ?? []))
  let next = 0
  const free = () => {
    while (taken.has(next)) next++
    taken.add(next)
    return next
  }
  return new Map(topics.map(({ id, hue }) => [id, hue ?? free()]))
}
