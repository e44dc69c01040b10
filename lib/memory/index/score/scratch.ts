import { once } from '@/lib/base/once'

/**
 * Buffers shared by all queries of the process, all zero between queries. Scoring never pauses, so they are
 * safe.
 */
export type Scratch = {
  /** By unit. */
  tf: Float32Array
  unitScore: Float64Array
  /** By message. */
  around: Float64Array
  seen: Uint8Array
  mark: Uint8Array
  order: Float64Array
  found: Int32Array
  /** Which words of a search a message contains, as bits. */
  covered: Int32Array
  touched: Int32Array
}

const GROW = 1.25
const make = (messages: number, units: number): Scratch => ({
  tf: new Float32Array(units),
  unitScore: new Float64Array(units),
  around: new Float64Array(messages),
  seen: new Uint8Array(messages),
  mark: new Uint8Array(messages),
  order: new Float64Array(messages),
  found: new Int32Array(messages),
  covered: new Int32Array(messages),
  touched: new Int32Array(messages),
})

export function scratch(messages: number, units: number): Scratch {
  const held = once('index-scratch', () => ({ now: make(0, 0) }))
  if (held.now.seen.length < messages || held.now.tf.length < units)
    held.now = make(Math.ceil(messages * GROW), Math.ceil(units * GROW))
  return held.now
}
