'use client'
import { Combine, History, Plus, Share2 } from 'lucide-react'
import type { RefObject } from 'react'
import { STRATEGY_STATUSES, type StrategyStatus } from '@/lib/shared/learning/strategies'
import { FoundCount } from '../list/found-count'
import { SearchBox } from '../list/search-box'
import { Button } from '../ui/button'
import { Select } from '../ui/select'
import { useFormat } from '../ui/words/use-format'
import { STATUS_WORDS } from './strategy/strategy-words'
import type { Playbook } from './use-playbook'

const ANY = 'any'
const STATUSES: { value: StrategyStatus | typeof ANY; label: string }[] = [
  { value: ANY, label: 'Any status' },
  ...STRATEGY_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
]

type Props = {
  list: Playbook
  adding: boolean
  onAdding(on: boolean): void
  opener: RefObject<HTMLButtonElement | null>
  history: boolean
  onHistory(on: boolean): void
  historyButton: RefObject<HTMLButtonElement | null>
  onShare(): void
  shareButton: RefObject<HTMLButtonElement | null>
  onConsolidate(): void
  consolidateButton: RefObject<HTMLButtonElement | null>
  onDown(): void
}

/** Search, filters, and what can be opened. */
export function PlaybookTools({ list, onDown, ...props }: Props) {
  const { place, move, playbook } = list
  const { plural } = useFormat()
  const { q, status, domain } = list.shown
  const isSearch = Boolean(q.trim() || status || domain)
  const found = playbook && playbook.total + playbook.proposed.length
  const domains = playbook?.domains ?? []
  const words =
    playbook && (playbook.all > 0 || isSearch) ? plural(found ?? 0, 'strategy', 'strategies') : null
  return (
    <search aria-label="Playbook" className="border-line border-b">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 pt-4 pb-3 max-sm:px-3">
        <div className="flex gap-2">
          <SearchBox
            label="Search strategies"
            value={place.q}
            onChange={(text) => move({ q: text, strategy: null })}
            onDown={onDown}
          />
          <Button
            ref={props.opener}
            className="!h-11"
            aria-expanded={props.adding}
            onClick={() => props.onAdding(!props.adding)}
          >
            <Plus aria-hidden className="size-4" />
            <span>
              Add<span className="max-sm:sr-only"> a strategy</span>
            </span>
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5 max-sm:[&_[role=combobox]]:min-w-0 max-sm:[&_[role=combobox]]:px-2">
          <Select
            label="Status"
            value={place.status ?? ANY}
            options={STATUSES}
            onChange={(value) => move({ status: value === ANY ? null : value, strategy: null })}
          />
          {domains.length > 0 && (
            <Select
              label="Domain"
              value={place.domain === null ? ANY : `=${place.domain}`}
              options={[
                { value: ANY, label: 'Any domain' },
                ...domains.map((one) => ({ value: `=${one}`, label: one })),
              ]}
              onChange={(value) => move({ domain: value === ANY ? null : value.slice(1), strategy: null })}
            />
          )}
          <FoundCount words={words} isSearch={isSearch} />
          <div className="ml-auto flex gap-2 max-sm:w-full max-sm:gap-1.5 max-sm:[&_button]:flex-auto max-sm:[&_button]:px-2">
            {Boolean(playbook?.all) && (
              <>
                <Button ref={props.shareButton} aria-haspopup="dialog" onClick={props.onShare}>
                  <Share2 aria-hidden className="size-4" /> Share…
                </Button>
                <Button ref={props.consolidateButton} aria-haspopup="dialog" onClick={props.onConsolidate}>
                  <Combine aria-hidden className="size-4" /> Consolidate…
                </Button>
              </>
            )}
            <Button
              ref={props.historyButton}
              aria-expanded={props.history}
              onClick={() => props.onHistory(!props.history)}
            >
              <History aria-hidden className="size-4" /> History
            </Button>
          </div>
        </div>
      </div>
    </search>
  )
}
