/**
 * Process-wide values live on `globalThis`: Next bundles pages and routes separately, so a module-level
 * variable exists once per bundle.
 */
const store = globalThis as unknown as { mneme?: Map<string, unknown> }

/** Creates the value named `key` on first use and returns the same one afterwards, in every bundle. */
export function once<T>(key: string, make: () => T): T {
  store.mneme ??= new Map()
  if (!store.mneme.has(key)) store.mneme.set(key, make())
  return store.mneme.get(key) as T
}

/** Drops the value named `key`, so that the next `once` creates it again. */
export const forgetOnce = (key: string) => store.mneme?.delete(key)

/** Drops every value with such a key, for tests. */
export function forgetAll(isDropped: (key: string) => boolean): void {
  for (const key of [...(store.mneme?.keys() ?? [])]) if (isDropped(key)) forgetOnce(key)
}
