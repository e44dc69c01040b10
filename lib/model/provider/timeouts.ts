import { addressKind } from '@/lib/model/reach/address-kind'
import type { ModelConfig } from '@/lib/model/types'

/** How long a call may take, in ms: to its first byte, between two bytes, and in all; null = no limit. */
export type CallTimes = { firstChunkMs: number; chunkGapMs: number; totalMs: number | null }
/** What a person set; null or absent = by service. */
export type TimeSettings = {
  firstChunkMs?: number | null | undefined
  chunkGapMs?: number | null | undefined
  totalMs?: number | 'none' | null | undefined
}

const MINUTE = 60_000
/** A model on one's own machine loads for minutes, and then writes a word a second. */
const NEAR: CallTimes = { firstChunkMs: 10 * MINUTE, chunkGapMs: 3 * MINUTE, totalMs: null }
const FAR: CallTimes = { firstChunkMs: MINUTE, chunkGapMs: MINUTE, totalMs: 15 * MINUTE }

/** What to do about a call that took too long, by the settings' names on screen. */
export const TIME_HINTS = {
  first: 'Try again, or raise “First word” under Limits in Settings.',
  gap: 'Try again, or raise “Silence” under Limits in Settings.',
  total: 'Ask for less at a time, or raise “Whole call” under Limits in Settings.',
}

/** Whether a base URL names this machine or its network, by its host alone: nothing is resolved. */
export function isNearby(baseUrl: string | null): boolean {
  if (baseUrl === null || !URL.canParse(baseUrl)) return false
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  return addressKind(host) === 'inside' || /^[^.:]+$|\.(localhost|local|lan|internal)$/.test(host)
}

export function timeoutsOf(config: ModelConfig, set: TimeSettings = {}): CallTimes {
  const usual = config.provider === 'openai' && isNearby(config.baseUrl) ? NEAR : FAR
  return {
    firstChunkMs: set.firstChunkMs ?? usual.firstChunkMs,
    chunkGapMs: set.chunkGapMs ?? usual.chunkGapMs,
    totalMs: set.totalMs === 'none' ? null : (set.totalMs ?? usual.totalMs),
  }
}
