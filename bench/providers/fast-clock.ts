/** Timers run this many times faster, so that minutes of waiting pass in seconds. */
const FACTOR = 100

/**
 * Runs `work` with fast timers, the service's and the client's alike, so that the limits in force are tried
 * as they are. Nothing else may run meanwhile.
 */
export async function withFastClock<T>(work: () => Promise<T>): Promise<T> {
  const { setTimeout: realTimeout } = globalThis
  const { timeout: realSignal } = AbortSignal
  const fast = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    realTimeout(callback, ms / FACTOR, ...args)
  globalThis.setTimeout = Object.assign(fast, realTimeout)
  AbortSignal.timeout = (ms) => realSignal.call(AbortSignal, Math.ceil(ms / FACTOR))
  try {
    return await work()
  } finally {
    globalThis.setTimeout = realTimeout
    AbortSignal.timeout = realSignal
  }
}
