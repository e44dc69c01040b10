import { once } from '@/lib/shared/once'

const GROW = 1.25
const make = (messages: number, units: number) => ({
  /** By unit. */
  tf: new Float32Array(units),
  unitScore: new Float64Array(units),
  /** By message. */
  around: new Float64Array(messages),
  seen: new Uint8Array(messages),
  mark: new Uint8Array(messages),
  order: new Float64Array(messages),
  found: new Int32Array(messages),
  /** Which words of a search a message contains, as bits. */
  covered: new Int32Array(messages),
  touched: new Int32Array(messages),
})

/** Buffers of all queries, all zero between queries. Scoring never pauses, so sharing is safe. */
export function scratch(messages: number, units: number): ReturnType<typeof make> {
  const held = once('index-scratch', () => ({ now: make(0, 0) }))
  if (held.now.seen.length < messages || held.now.tf.length < units)
    held.now = make(Math.ceil(messages * GROW), Math.ceil(units * GROW))
  return held.now
}
