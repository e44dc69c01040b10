'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Failure } from '@/lib/shared/errors'
import { keepLast } from '@/lib/shared/keep-last'
import { limits } from '@/lib/shared/limits'
import type { MemorySearch, SearchHit, SearchPage } from '@/lib/shared/memory/search'
import { useShell } from '../shell/shell-context'
import { searchMemory } from './api'

type LoadedPages = { key: string; page: SearchPage; hits: SearchHit[] }
const firstOf = (key: string, page: SearchPage): LoadedPages => ({ key, page, hits: page.hits })
const keyOf = (search: MemorySearch | null) => (search ? JSON.stringify(search) : '')
/** Changes of memory that may change results. */
const SEARCHED = new Set(['turn', 'summary', 'file', 'fact', 'strategy', 'conversation'])
/** Pages seen before, shown at once on return and reloaded. */
const seen = new Map<string, LoadedPages>()
const keep = (shown: LoadedPages) => keepLast(seen, limits.search.cachedPages, shown.key, shown)

export type SearchView = ReturnType<typeof useSearch>

/** Queries with every change, so that results arrive before the next key. Old results stay meanwhile. */
export function useSearch(search: MemorySearch | null) {
  const key = keyOf(search)
  const [shown, setShown] = useState<LoadedPages | null>(() => seen.get(key) ?? null)
  const [error, setError] = useState<{ key: string; failure: Failure } | null>(null)
  const [tries, setTries] = useState(0)
  const growing = useRef<{ of: LoadedPages; request: AbortController } | null>(null)
  const current = useRef(key)
  const [latest] = useState(
    () =>
      new LatestOnly(
        (query, signal) => searchMemory(JSON.parse(query) as MemorySearch, signal),
        (query, result) => {
          if (!result) return
          if (!result.ok) return setError({ key: query, failure: result.error })
          setError(null)
          const [known, fresh] = [seen.get(query), firstOf(query, result.value)]
          // Further pages stay as they are while memory is unchanged.
          const next =
            known && known.hits.length > fresh.hits.length && known.page.rev === fresh.page.rev
              ? known
              : fresh
          keep(next)
          // A cached result must not be replaced by an earlier query's. Synchronous: a separate task would
          // often be a frame late.
          flushSync(() =>
            setShown((now) => (now && now.key === current.current && now.key !== query ? now : next)),
          )
        },
        limits.search.patienceMs,
      ),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    growing.current?.request.abort()
    growing.current = null
    current.current = key
    const known = seen.get(key)
    if (known) setShown(known)
    latest.want(key || null)
  }, [latest, key, tries])
  useEffect(() => () => latest.want(null), [latest])
  const { onChanges } = useShell()
  const there = useRef(shown)
  useEffect(() => {
    there.current = shown
  })
  // Reloads after something was forgotten, deleted or restored. A reader far down the list is only
  // interrupted if it affects what is shown.
  useEffect(() => {
    const controller = new AbortController()
    const stop = onChanges((changes) => {
      const ids = new Set(changes.flatMap(({ kind, refId }) => (SEARCHED.has(kind) ? [refId] : [])))
      if (ids.size === 0) return
      seen.clear()
      const [now, key] = [there.current, current.current]
      if (!key || now?.key !== key) return
      const concerned = now.hits.some(
        ({ turnId, conversationId, refId }) =>
          ids.has(conversationId) || ids.has(refId) || (turnId !== null && ids.has(turnId)),
      )
      if (!concerned && now.hits.length > limits.search.mostHits) return
      const limit = Math.max(limits.search.hits, Math.min(now.hits.length, limits.search.mostHits))
      void searchMemory({ ...(JSON.parse(key) as MemorySearch), limit }, controller.signal).then((result) => {
        if (!result?.ok || current.current !== key) return
        const next = firstOf(key, result.value)
        keep(next)
        setShown(next)
      })
    })
    return () => {
      stop()
      controller.abort()
    }
  }, [onChanges])
  /** Sends the query before the page shows it. */
  const begin = useCallback(
    (search: MemorySearch | null) => {
      current.current = keyOf(search)
      latest.want(current.current || null)
    },
    [latest],
  )

  const more = useCallback(() => {
    if (!shown?.page.next || shown.key !== key || growing.current?.of === shown) return
    // The results were replaced meanwhile, and nothing else would load more of the new ones.
    growing.current?.request.abort()
    const controller = new AbortController()
    growing.current = { of: shown, request: controller }
    void searchMemory(
      { ...(JSON.parse(key) as MemorySearch), cursor: shown.page.next, limit: limits.search.moreHits },
      controller.signal,
    ).then((result) => {
      if (growing.current?.request === controller) growing.current = null
      // Newer results for the same query may have arrived.
      if (!result || controller.signal.aborted || there.current !== shown) return
      if (!result.ok) return setError({ key, failure: result.error })
      const known = new Set(shown.hits.map(searchHitKey))
      const next = {
        key,
        page: { ...shown.page, next: result.value.next },
        hits: [...shown.hits, ...result.value.hits.filter((hit) => !known.has(searchHitKey(hit)))],
      }
      keep(next)
      setShown(next)
    })
  }, [key, shown])

  const visible = key ? shown : null
  return {
    page: visible?.page ?? null,
    hits: visible?.hits ?? [],
    /** The results on screen are of an earlier query. */
    stale: key !== '' && visible?.key !== key && error?.key !== key,
    error: error?.key === key ? error.failure : null,
    more,
    again: () => setTries((count) => count + 1),
    begin,
  }
}

export const searchHitKey = ({ kind, refId, excerpt, speaker, at }: SearchHit) =>
  `${kind} ${refId} ${speaker} ${at} ${excerpt.text.slice(0, 40)}`

type Ask<R> = (question: string, signal: AbortSignal) => Promise<R>

/** One query at a time, then the latest that arrived meanwhile; aborted for it after `patienceMs`. */
export class LatestOnly<R> {
  private running: { question: string; controller: AbortController; since: number } | null = null
  private wanted: string | null = null

  constructor(
    private readonly ask: Ask<R>,
    private readonly onAnswer: (question: string, answer: R) => void,
    private readonly patienceMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** null = stop. */
  want(question: string | null) {
    this.wanted = question
    const { running } = this
    if (running && (question === null || this.now() - running.since > this.patienceMs)) this.callOff()
    if (!this.running && question !== null) this.start(question)
  }

  private callOff() {
    this.running?.controller.abort()
    this.running = null
  }

  private start(question: string) {
    const mine = { question, controller: new AbortController(), since: this.now() }
    this.running = mine
    this.wanted = null
    void this.ask(question, mine.controller.signal).then((answer) => {
      if (this.running !== mine) return
      this.running = null
      this.onAnswer(question, answer)
      if (this.wanted !== null && this.wanted !== question) this.start(this.wanted)
    })
  }
}
