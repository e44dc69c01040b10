'use client'
import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { limits } from '@/lib/shared/limits'
import { useAnnounce } from '../shell/announcer'
import { Button } from '../ui/button'
import { SearchField } from '../ui/search-field'

type Props = {
  /** What is listed, as in "Facts" and "a fact". */
  name: string
  one: string
  search: string
  onSearch(text: string): void
  /** The region of the list: the down arrow goes there. */
  region: RefObject<HTMLElement | null>
  opener: RefObject<HTMLButtonElement | null>
  adding: boolean
  onAdding(on: boolean): void
  /** How many are shown; null = not said. */
  count: string | null
  isSearch: boolean
  children?: ReactNode
}

/** Above a list: its search, a button to add to it, and how many are shown. */
export function ListTools({ name, one, search, onSearch, region, opener, adding, onAdding, ...rest }: Props) {
  const { count, isSearch, children } = rest
  return (
    <search aria-label={name} className="border-line border-b">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 pt-4 pb-3 max-sm:px-3">
        <div className="flex gap-2">
          <SearchField
            label={`Search ${name.toLowerCase()}`}
            maxLength={300}
            value={search}
            onChange={onSearch}
            onDown={() => region.current?.focus()}
          />
          <Button ref={opener} className="!h-11" aria-expanded={adding} onClick={() => onAdding(!adding)}>
            <Plus aria-hidden className="size-4" />
            <span>
              Add<span className="max-sm:sr-only"> {one}</span>
            </span>
          </Button>
          {children}
        </div>
        <FoundCount words={count} isSearch={isSearch} />
      </div>
    </search>
  )
}

/** What a search found is announced once the typing pauses. */
function FoundCount({ words, isSearch }: { words: string | null; isSearch: boolean }) {
  const announce = useAnnounce()
  const shown = words && (isSearch ? `${words} found` : words)
  useEffect(() => {
    if (!isSearch || !shown) return
    const timer = setTimeout(() => announce(shown), limits.search.announceMs)
    return () => clearTimeout(timer)
  }, [isSearch, shown, announce])
  return <p className="text-ink-soft text-xs tabular empty:hidden">{shown}</p>
}
