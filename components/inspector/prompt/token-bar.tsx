import { cn } from '@/components/ui/cn'
import { sectionColor } from '@/components/ui/series'
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
  const total = sections.reduce((sum, section) => sum + section.tokens, 0)
  return (
    <span aria-hidden className="block h-2 overflow-hidden rounded-full bg-sunken">
      <span className="flex h-full gap-px" style={{ width: `${(total / Math.max(1, most)) * 100}%` }}>
        {sections.map(
          (section) =>
            section.tokens > 0 && (
              <span
                key={section.section}
                style={{ flexGrow: section.tokens, flexBasis: 0, background: sectionColor(section.section) }}
              />
            ),
        )}
      </span>
    </span>
  )
}
