import type { ConversationSaving, Savings } from '@/lib/shared/usage/usage'

/** Bars shown at first. */
export const FIRST_BARS = 20

/** The bars to draw: at first those with the largest difference; in either case best first. */
export function shownSavings({ conversations }: Savings, everything: boolean): ConversationSaving[] {
  if (everything || conversations.length <= FIRST_BARS) return conversations
  const largest = [...conversations]
    .sort((a, b) => Math.abs(b.saved) - Math.abs(a.saved))
    .slice(0, FIRST_BARS)
  return conversations.filter((one) => largest.includes(one))
}

/** Where a bar begins and how long it is, as shares of the width; all bars share one zero line. */
export function barsOf(rows: readonly { saved: number }[]): { zero: number; bars: [number, number][] } {
  const best = Math.max(0, ...rows.map(({ saved }) => saved))
  const worst = Math.min(0, ...rows.map(({ saved }) => saved))
  const width = best - worst || 1
  const zero = Math.abs(worst) / width
  return {
    zero,
    bars: rows.map(({ saved }) => [zero + Math.min(0, saved) / width || 0, Math.abs(saved) / width || 0]),
  }
}
