import { DEPTHS, type Depth } from '@/lib/shared/turn/depth'
import { type Row, rounded } from '../bench'
import { cachedShare, LIFETIMES, prefixCache, type Read, tokensOf, weighted } from '../prefix-cache'
import { kindOf } from '../requests'

/** The bodies that a turn sent, before its end and after it. */
export type Turn = { at: number; depth: Depth; foreground: unknown[]; background: unknown[] }
type Call = { kind: string; isForeground: boolean; reads: Read[] }
export type Measured = { depth: Depth; calls: Call[] }

const CACHED_COSTS = 0.1
/** Its place in `Call.reads`. */
const FOR_EVER = LIFETIMES.findIndex(({ name }) => name === 'for ever')

/** Reads the calls of turns, in their order, through one cache. */
export function measure(turns: readonly Turn[]): Measured[] {
  const sent = turns.flatMap(({ at, foreground, background }) =>
    [...foreground, ...background].map((body) => ({ at, body })),
  )
  const reads = LIFETIMES.map(({ ms }) => prefixCache(sent, ms))
  let next = 0
  return turns.map(({ depth, foreground, background }) => ({
    depth,
    calls: [...foreground, ...background].map((body, i): Call => {
      const at = next++
      const isForeground = i < foreground.length
      return { kind: kindOf(body), isForeground, reads: reads.flatMap((each) => each[at] ?? []) }
    }),
  }))
}

/** Means over turns of some of their calls. */
export function means(turns: readonly Measured[], which: (call: Call) => boolean = () => true) {
  const calls = turns.flatMap((turn) => turn.calls.filter(which))
  const reads = (lifetime: number) => calls.flatMap((call) => call.reads[lifetime] ?? [])
  const each = (sum: number) => sum / turns.length
  const read = reads(FOR_EVER)
  return {
    calls: each(calls.length),
    tokens: each(tokensOf(read)),
    cached: each(tokensOf(read) * cachedShare(read)),
    /** By lifetime. */
    weighted: LIFETIMES.map((_, i) => each(weighted(reads(i), CACHED_COSTS))),
  }
}
export const forEver = (weighted: readonly number[]) => weighted[FOR_EVER] ?? Number.NaN
export const isForeground = (call: Call) => call.isForeground
const isBackground = (call: Call) => !call.isForeground

/** Complex and deep turns of all, as a share. */
export const thinkingShare = (turns: readonly Measured[]) =>
  turns.filter(({ depth }) => depth === 'complex' || depth === 'deep').length / turns.length

const GROUNDS = [
  ['foreground', isForeground],
  ['background', isBackground],
  ['both', () => true],
] as const

export const groundRows = (set: string, turns: readonly Measured[]): Row[] =>
  GROUNDS.map(([ground, which]) => {
    const { calls, tokens, cached, weighted } = means(turns, which)
    return {
      set,
      turns: turns.length,
      ground,
      calls: rounded(calls),
      'input tokens': Math.round(tokens),
      'cached tokens': Math.round(cached),
      weighted: Math.round(forEver(weighted)),
      ...Object.fromEntries(
        LIFETIMES.flatMap(({ name }, i) =>
          i === FOR_EVER ? [] : [[`weighted, ${name}`, Math.round(weighted[i] ?? 0)]],
        ),
      ),
    }
  })

export function kindRows(set: string, turns: readonly Measured[]): Row[] {
  const kinds = new Set(turns.flatMap(({ calls }) => calls.map(({ kind }) => kind)))
  const rows = [...kinds].flatMap((kind) =>
    GROUNDS.slice(0, 2).flatMap(([ground, which]) => {
      const { calls, tokens, cached, weighted } = means(turns, (call) => call.kind === kind && which(call))
      if (calls === 0) return []
      const row = { set, ground, kind, 'calls a turn': rounded(calls), tokens: Math.round(tokens) }
      return [{ ...row, cached: Math.round(cached), weighted: Math.round(forEver(weighted)) }]
    }),
  )
  const order = (row: (typeof rows)[number]) => (row.ground === 'foreground' ? 0 : 1)
  return rows.toSorted((a, b) => order(a) - order(b) || b.tokens - a.tokens)
}

export const depthRows = (set: string, turns: readonly Measured[]): Row[] =>
  DEPTHS.flatMap((depth) => {
    const own = turns.filter((turn) => turn.depth === depth)
    if (own.length === 0) return []
    const split = GROUNDS.slice(0, 2).map(([ground, which]) => {
      const { calls, tokens, weighted } = means(own, which)
      return {
        [`${ground} calls`]: rounded(calls),
        [`${ground} tokens`]: Math.round(tokens),
        [`${ground} weighted`]: Math.round(forEver(weighted)),
      }
    })
    const share = rounded((100 * own.length) / turns.length)
    return [{ set, depth, '% of turns': share, ...split[0], ...split[1] }]
  })
