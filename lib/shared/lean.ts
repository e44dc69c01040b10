import { setFlagsFromString } from 'node:v8'

/** How much the heap may grow beyond live data before a collection. */
const GROWTH_PERCENT = 40
let running = 0
const growing = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

/**
 * By default V8 lets discarded data grow to several times what is alive. While `work` on much data runs it
 * collects earlier; 0 = V8's default.
 */
export async function lean<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) growing(GROWTH_PERCENT)
  try {
    return await work()
  } finally {
    if (--running === 0) growing(0)
  }
}
