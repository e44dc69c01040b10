'use client'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { PlaybookSectionDto } from '@/lib/shared/learning/playbook'
import { PLAYBOOK_SECTIONS } from '@/lib/shared/learning/strategies'
import { StrategyRow } from './strategy-row'
import type { StrategyActs } from './use-strategy-acts'

const FIRST = 20
type Props = { part: PlaybookSectionDto; acts: StrategyActs; domains: string[]; named: string | null }

/** The strategies of one section. */
export function StrategySection({ part: { section, strategies, total }, acts, domains, named }: Props) {
  const id = useId()
  const [all, setAll] = useState(false)
  const shown = all ? strategies : strategies.slice(0, FIRST)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="flex items-baseline gap-2 border-line border-b pb-2 font-medium text-base">
        {PLAYBOOK_SECTIONS[section]}
        <span className="font-normal text-ink-faint text-xs tabular">{total}</span>
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((strategy) => (
          <StrategyRow
            key={strategy.id}
            strategy={strategy}
            acts={acts}
            domains={domains}
            named={strategy.slug === named}
          />
        ))}
      </ul>
      {shown.length < strategies.length && (
        <Button size="sm" look="ghost" onClick={() => setAll(true)}>
          Show {strategies.length - shown.length} more
        </Button>
      )}
      {shown.length === strategies.length && total > strategies.length && (
        <p className="text-ink-soft text-xs">
          {total - strategies.length} more are not listed. Search or filter to find them.
        </p>
      )}
    </section>
  )
}
