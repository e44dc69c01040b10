/** Yields to the event loop: SQLite, parsing and ranking would otherwise run without a break. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

type Clock = () => number

/** A timer this late means that others have work. */
const LATE_MS = 4
/** The most rests in a row: on a server that is always busy, work goes on at about a tenth of its speed. */
const RESTS = 8
/** Rests for `ms`, and again while others keep the processor busy. */
async function standAside(ms: number, now: Clock): Promise<void> {
  for (let rests = 0; rests < RESTS; rests++) {
    const start = now()
    await new Promise<void>((resolve) => setTimeout(resolve, ms))
    if (now() - start < ms + LATE_MS) return
  }
}

/** How long work runs before it yields. */
const WORK_MS = 12
/**
 * Paces work made of many small pieces. Await it between two of them: it yields once `WORK_MS` have passed
 * since it last did. With `restMs` it leaves the processor to others for that long, and for longer while they
 * need it.
 */
export function pacer(now: Clock = () => performance.now(), restMs = 0): () => Promise<void> | undefined {
  let since = now()
  return () => {
    if (now() - since < WORK_MS) return undefined
    return (restMs ? standAside(restMs, now) : breath()).then(() => {
      since = now()
    })
  }
}
