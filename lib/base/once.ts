/** Process-wide things live on `globalThis`: a module-level variable exists once per bundle, and Next bundles pages and routes apart. */
const store = globalThis as unknown as { mneme?: Map<string, unknown> }

/** Makes the thing named `key` on first use and returns the same one ever after, whichever bundle asks. */
export function once<T>(key: string, make: () => T): T {
  store.mneme ??= new Map()
  if (!store.mneme.has(key)) store.mneme.set(key, make())
  return store.mneme.get(key) as T
}

/** Forgets the thing named `key`, so that the next `once` makes it anew. */
export const forget = (key: string) => store.mneme?.delete(key)
