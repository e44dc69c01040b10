import { cn } from '@/components/ui/cn'
import { sectionColor } from '@/components/ui/series'
import { StackedBar } from '@/components/ui/stacked-bar'
import type { SectionTokens } from '@/lib/shared/turn/events'

type DotProps = { section: string; className?: string }
export const SectionDot = ({ section, className }: DotProps) => (
  <span
    aria-hidden
    className={cn('inline-block size-2.5 shrink-0 rounded-sm', className)}
    style={{ background: sectionColor(section) }}
  />
)

/** The sections of a prompt as a bar; `most` tokens fill the width. */
export function TokenBar({ sections, most }: { sections: SectionTokens[]; most: number }) {
  const parts = sections.map(({ section, tokens }) => ({
    name: section,
    colour: sectionColor(section),
    value: tokens,
  }))
  const total = sections.reduce((sum, { tokens }) => sum + tokens, 0)
  return <StackedBar parts={parts} share={total / Math.max(1, most)} />
}
