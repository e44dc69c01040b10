'use client'
import { Clock, MessageSquare, Tag } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { createLoader, createSerializer } from 'nuqs'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { tagsFound } from '@/components/organise/tags-found'
import { useShell } from '@/components/shell/shell-context'
import { Button } from '@/components/ui/button'
import { useAddress } from '@/components/ui/hooks/use-address'
import { limits } from '@/lib/shared/limits'
import type { Facets, MemorySearch } from '@/lib/shared/memory/search'
import { UNTITLED } from '@/lib/shared/untitled'
import { useAnnounce } from '../shell/announcer'
import { PageHeader } from '../shell/page-header'
import { PageBody } from '../ui/scroll-area'
import { SearchField } from '../ui/search-field'
import { RelativeTime } from '../ui/words/relative-time'
import { useFormat } from '../ui/words/use-format'
import { graphHref, pageHref } from './address/hit-links'
import { type Filters, placeParsers, type SearchAddress, searchAt } from './address/place'
import { forgetSearches, keepSearch, recentSearches } from './address/recent'
import { useReadPlace } from './address/use-read-place'
import { searchMemory } from './api'
import { FilterBar } from './filter-bar'
import { Results } from './results/results'
import { useSearch } from './use-search'
import { foundWords } from './words'

type Known = { of: string | undefined; facets: Facets }
/** Counts do not depend on the order, and newest first reads the least. */
const LEAST = { facets: true, limit: 1, order: 'newest' } satisfies MemorySearch
/** Counts of each filter, loaded once typing pauses. `rev` = the revision of the answered search. */
function useFacets(search: MemorySearch | null, rev: number | null): Facets | null {
  const [known, setKnown] = useState<Known | null>(null)
  const key = search && JSON.stringify({ ...search, ...LEAST })
  useEffect(() => {
    if (!key) return setKnown(null)
    if (rev === null) return
    const controller = new AbortController()
    const query = JSON.parse(key) as MemorySearch
    const timer = setTimeout(async () => {
      const result = await searchMemory(query, controller.signal)
      if (result)
        setKnown(
          result.ok && result.value.facets ? { of: query.conversationId, facets: result.value.facets } : null,
        )
    }, limits.search.pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, rev])
  const within = search?.conversationId
  return useMemo(
    () => known && (known.of === within ? known.facets : { ...known.facets, branches: [] }),
    [known, within],
  )
}

function TagsFound({ typed, onChoose }: { typed: string; onChoose(tag: string): void }) {
  const { tags } = useShell()
  const found = tagsFound(tags, typed)
  if (found.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5 px-4 pt-3 max-sm:px-3">
      {found.map(({ name, all }) => (
        <li key={name} className="max-w-full">
          <Button size="sm" onClick={() => onChoose(name)} className="max-w-full">
            <Tag aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">{name}</span>
            <span className="text-ink-faint tabular">{all}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

const load = createLoader(placeParsers)
const read = (params: URLSearchParams): SearchAddress => load(params)
const query = createSerializer(placeParsers)

/** The text is written when typing pauses: a write is slow. `settle` writes it before a navigation. */
function usePlace() {
  const { place, move, write } = useAddress({ read, query })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = useCallback(() => {
    clearTimeout(timer.current)
    return write()
  }, [write])
  const change = useCallback(
    (next: Partial<SearchAddress>) => {
      const now = move(next)
      clearTimeout(timer.current)
      if ('q' in next) timer.current = setTimeout(settle, limits.search.addressMs)
      else settle()
      return now
    },
    [move, settle],
  )
  return { place, change, settle }
}

const HEADER = <PageHeader title="Search" />

export function SearchPage() {
  const router = useRouter()
  const announce = useAnnounce()
  const format = useFormat()
  const { place, change: move, settle } = usePlace()
  const query = searchAt(place)
  const search = useSearch(query)
  const { begin } = search
  const list = useRef<HTMLElement>(null)
  const { leave, begin: beginReading } = useReadPlace(list, search)
  const change = useCallback(
    (next: Partial<SearchAddress>) => {
      beginReading()
      begin(searchAt(move(next)))
    },
    [begin, beginReading, move],
  )
  const changeText = (q: string) => change({ q })
  const box = useRef<HTMLInputElement>(null)
  const { page, stale } = search
  const facets = useFacets(query, page && !stale && !search.error ? page.rev : null)
  const filters = useFilters(place)

  useEffect(() => void box.current?.focus(), [])
  const said = query && page && !stale ? foundWords(page, search.hits, format) : ''
  useEffect(() => {
    if (!said) return
    // Announced once the typing pauses.
    const timer = setTimeout(() => announce(said), limits.search.announceMs)
    return () => clearTimeout(timer)
  }, [said, announce])

  const open = useCallback(
    (href: string) => {
      keepSearch(settle().q)
      leave()
      router.push(href)
    },
    [router, settle, leave],
  )
  const [first] = search.hits
  const wantsFirst = useRef(false)
  useEffect(() => {
    if (stale || !wantsFirst.current) return
    wantsFirst.current = false
    if (first) open(pageHref(first))
  })
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
  const inBox = (event: KeyboardEvent) => {
    wantsFirst.current = event.key === 'Enter' && stale
    if (event.key !== 'Enter' || !first || stale) return
    event.preventDefault()
    open(event.altKey ? graphHref(first) : pageHref(first))
  }
  const inList = (event: KeyboardEvent) => {
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const targets: Record<string, HTMLElement | null | undefined> = {
      ArrowDown: all[at + 1],
      ArrowUp: all[at - 1] ?? box.current,
      Home: all[0],
      End: all.at(-1),
      Escape: box.current,
    }
    if (at < 0 || !(event.key in targets)) return
    event.preventDefault()
    const to = targets[event.key]
    to?.focus()
    to?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      {HEADER}
      <search aria-label="Memory" className="border-line border-b">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-2.5 px-4 pt-4 pb-3 max-sm:px-3">
          <SearchField
            ref={box}
            label="Search all memory"
            aria-describedby="search-keys"
            placeholder="Search everything that was said"
            enterKeyHint="search"
            autoCorrect="off"
            maxLength={limits.search.textChars}
            value={place.q}
            onChange={changeText}
            onKeyDown={inBox}
            onDown={() => links()[0]?.focus()}
            onBlur={settle}
          />
          <span id="search-keys" className="sr-only">
            Results appear as you type. Press the down arrow to move to them, or Enter to open the first.
          </span>
          <FilterBar place={filters} facets={facets} onChange={change} />
        </div>
      </search>
      <PageBody ref={list} aria-label="Found in memory" onKeyDown={inList}>
        <div className="mx-auto w-full max-w-3xl pb-16">
          {!place.tag && <TagsFound typed={place.q} onChoose={(tag) => change({ tag, q: '' })} />}
          {query && <Results place={place} search={search} onChange={change} onOpen={open} />}
          {!query && <Start onSearch={changeText} />}
        </div>
      </PageBody>
    </>
  )
}

/** The place without its text, stable while no filter changes. */
function useFilters({ in: within, branch, tag, who, kind, from, to }: SearchAddress): Filters {
  const kinds = kind?.join(',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of kinds is the same when its names are
  return useMemo(
    () => ({ in: within, branch, tag, who, kind, from, to }),
    [within, branch, tag, who, kinds, from, to],
  )
}

const SHOWN = 5
function Start({ onSearch }: { onSearch(text: string): void }) {
  const { conversations } = useShell()
  const [recent, setRecent] = useState<string[]>([])
  useEffect(() => setRecent(recentSearches()), [])
  const forget = () => {
    forgetSearches()
    setRecent([])
  }
  return (
    <div className="flex flex-col gap-7 px-4 py-5 max-sm:px-3">
      {recent.length > 0 && (
        <Part
          title="Recent searches"
          action={
            <Button size="sm" look="ghost" onClick={forget}>
              Clear recent searches
            </Button>
          }
        >
          {recent.map((text) => (
            <button key={text} type="button" onClick={() => onSearch(text)} className={ROW}>
              <Clock aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 truncate">{text}</span>
            </button>
          ))}
        </Part>
      )}
      {conversations.length > 0 && (
        <Part title="Recent conversations">
          {conversations.slice(0, SHOWN).map(({ id, title, updatedAt }) => (
            <Link key={id} href={`/c/${id}`} prefetch={false} className={ROW}>
              <MessageSquare aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 truncate">{title || UNTITLED}</span>
              <RelativeTime at={updatedAt} className="shrink-0 text-ink-faint text-xs" />
            </Link>
          ))}
        </Part>
      )}
      <p className="px-2 text-ink-soft">Quotation marks find an exact phrase.</p>
    </div>
  )
}

const ROW =
  'flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left text-ink no-underline hover:bg-sunken'

const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={title}>
    <div className="flex h-8 items-center justify-between pl-2">
      <h2 className="text-ink-faint text-xs">{title}</h2>
      {action}
    </div>
    {children}
  </section>
)
