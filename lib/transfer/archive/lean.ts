import { setFlagsFromString } from 'node:v8'
import { limits } from '@/lib/shared/limits'

let running = 0
const growing = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

/** Left alone, V8 lets what an import has thrown away pile up to several times what is alive. While `work` runs it is collected sooner, still beside other work; 0 = as V8 sees fit. */
export async function lean<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) growing(limits.transfer.heapGrowthPercent)
  try {
    return await work()
  } finally {
    if (--running === 0) growing(0)
  }
}
