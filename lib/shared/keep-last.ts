/** Sets the newest entry of a bounded cache. Beyond `most` entries the oldest goes. */
export function keepLast<K, V>(cache: Map<K, V>, most: number, key: K, value: V): void {
  cache.delete(key)
  cache.set(key, value)
  if (cache.size > most) cache.delete(cache.keys().next().value as K)
}

/** Drops idle entries, the least recently used first, until all together have at most `most` bytes. */
export function evict<V extends { used: number }>(
  cache: Map<string, V>,
  most: number,
  bytesOf: (entry: V) => number,
  isIdle: (entry: V, key: string) => boolean,
): void {
  let bytes = [...cache.values()].reduce((sum, entry) => sum + bytesOf(entry), 0)
  const idle = [...cache].filter(([key, entry]) => isIdle(entry, key))
  for (const [key, entry] of idle.sort(([, a], [, b]) => a.used - b.used)) {
    if (bytes <= most) return
    bytes -= bytesOf(entry)
    cache.delete(key)
  }
}
