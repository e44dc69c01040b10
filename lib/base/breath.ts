/** Lets others in the process have their turn: SQLite, parsing and ranking answer without giving way. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

/** How long work goes on before others get their turn. */
const WORK_MS = 12
/**
 * Paces work that is made of many small pieces: awaited between two of them, it gives way whenever `WORK_MS`
 * have passed since it last did.
 */
export function pacer(now = () => performance.now()): () => Promise<void> | undefined {
  let since = now()
  return () => {
    if (now() - since < WORK_MS) return undefined
    return breath().then(() => {
      since = now()
    })
  }
}
