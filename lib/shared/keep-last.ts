/** Sets the newest entry of a bounded cache. Beyond `most` entries the oldest goes. */
export function keepLast<K, V>(cache: Map<K, V>, most: number, key: K, value: V): void {
  cache.delete(key)
  cache.set(key, value)
  if (cache.size > most) cache.delete(cache.keys().next().value as K)
}
