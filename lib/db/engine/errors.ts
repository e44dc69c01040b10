import { refusalWords } from '@/lib/shared/storage-failure'

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** A unique value is taken; raw statements say so in the database's own words. */
export const isTaken = (error: unknown) =>
  codeOf(error) === 'P2002' ||
  (codeOf(error) === 'P2010' &&
    /\b23505\b|UNIQUE constraint failed|UniqueConstraintViolation/.test(String(error)))
/** The row to change does not exist, or no longer matches the `where`. */
export const isGone = (error: unknown) => codeOf(error) === 'P2025'

/** PostgreSQL rolled the transaction back: a deadlock or a write conflict. */
export const isConflict = (error: unknown) =>
  codeOf(error) === 'P2034' || (codeOf(error) === 'P2010' && /40P01|40001/.test(String(error)))

/** Writers that lost this often wait for a random time, so that each of many gets its turn. */
const SPREAD_AFTER = 3
const LONGEST_MS = 125
const spread = (lost: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_MS, Math.random() * 5 * lost)))

/** Runs a read-modify-write again when another writer was faster, up to `tries` times in all. */
export async function retryLost<T>(run: () => Promise<T>, tries = 3): Promise<T> {
  for (let i = 1; ; i++) {
    try {
      return await run()
    } catch (error) {
      if (i >= tries || !(isTaken(error) || isGone(error) || isConflict(error))) throw error
      if (i >= SPREAD_AFTER) await spread(i)
    }
  }
}

/** The result of a write; null when another writer was faster. */
export const unlessLost = <T>(write: PromiseLike<T>): Promise<T | null> =>
  Promise.resolve(write).catch((error: unknown) => {
    if (isTaken(error) || isGone(error)) return null
    throw error
  })

/** An error of the start that says in its message what to do. */
export class StartError extends Error {}

/** For the start: what disk or database refuse, in words that name the place; other errors stay. */
export function inWords(error: unknown, place: string): unknown {
  const failure = error instanceof StartError ? null : refusalWords(error)
  return failure ? new StartError(`${failure.message} (${place}) ${failure.hint}`, { cause: error }) : error
}
