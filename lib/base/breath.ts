/** Yields to the event loop: SQLite, parsing and ranking would otherwise run without a break. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** How long work runs before it yields. */
const WORK_MS = 12
/**
 * Paces work made of many small pieces. Await it between two of them: it yields once `WORK_MS` have passed
 * since it last did. With `restMs` it leaves the processor to others for that long.
 */
export function pacer(
  now: () => number = () => performance.now(),
  restMs = 0,
): () => Promise<void> | undefined {
  let since = now()
  return () => {
    if (now() - since < WORK_MS) return undefined
    return (restMs ? rest(restMs) : breath()).then(() => {
      since = now()
    })
  }
}
