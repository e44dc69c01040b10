/** Timers run this many times faster, so that minutes of waiting pass in seconds. */
const FACTOR = 100

/**
 * Runs `work` with fast timers, the service's and the client's alike, so that the limits in force are tried
 * as they are. Nothing else may run meanwhile.
 */
export async function withFastClock<T>(work: () => Promise<T>): Promise<T> {
  const { setTimeout: real } = globalThis
  const fast = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    real(callback, ms / FACTOR, ...args)
  globalThis.setTimeout = Object.assign(fast, real)
  try {
    return await work()
  } finally {
    globalThis.setTimeout = real
  }
}
