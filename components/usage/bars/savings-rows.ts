import type { Format } from '@/components/ui/words/use-format'
import type { ConversationSaving, Savings } from '@/lib/shared/usage/usage'

export const FIRST_BARS = 10

type Row = { id: string; name: string; saved: number; isConversation: boolean }
/** A row with its bar, as shares of the width; all bars share one zero line. */
export type Bar = Row & { zero: number; from: number; width: number }

const rowOf = ({ id, title, saved }: ConversationSaving): Row => ({
  ...{ id, name: title, saved, isConversation: true },
})

/** The largest differences first, and what all others come to, so that the bars add up to the headline. */
export function shownSavings(savings: Savings, everything: boolean, format: Format): Row[] {
  const { conversations, others, left, upkeep } = savings
  const largest = everything
    ? conversations
    : [...conversations].sort((a, b) => Math.abs(b.saved) - Math.abs(a.saved)).slice(0, FIRST_BARS)
  const shown = conversations.filter((one) => largest.includes(one))
  const hidden = conversations.filter((one) => !largest.includes(one))
  const rest = hidden.reduce((sum, { saved }) => sum + saved, others)
  const count = hidden.length + left
  const sum = (id: string, name: string, saved: number): Row => ({ id, name, saved, isConversation: false })
  return [
    ...shown.map(rowOf),
    ...(count > 0 ? [sum('others', format.plural(count, 'other conversation'), rest)] : []),
    ...(upkeep !== 0 ? [sum('upkeep', 'Memory’s own calls outside messages', upkeep)] : []),
  ]
}

export function barsOf(rows: readonly Row[]): Bar[] {
  const best = Math.max(0, ...rows.map(({ saved }) => saved))
  const worst = Math.min(0, ...rows.map(({ saved }) => saved))
  const width = best - worst || 1
  const zero = Math.abs(worst) / width
  return rows.map((row) => ({
    ...row,
    zero,
    from: zero + Math.min(0, row.saved) / width || 0,
    width: Math.abs(row.saved) / width || 0,
  }))
}
