import { setFlagsFromString } from 'node:v8'
import { limits } from '@/lib/shared/limits'

let running = 0
const growing = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

/**
 * By default V8 lets discarded import data grow to several times what is alive. While `work` runs it collects
 * earlier; 0 = V8's default.
 */
export async function lean<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) growing(limits.transfer.heapGrowthPercent)
  try {
    return await work()
  } finally {
    if (--running === 0) growing(0)
  }
}
