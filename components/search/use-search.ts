'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { MemorySearch, SearchHit, SearchPage } from '@/lib/shared/search'
import { searchMemory } from './api'

/** What was found for `key`. */
type Shown = { key: string; page: SearchPage; hits: SearchHit[] }
/** Pages seen before, so that coming back shows them at once; they are asked for again all the same. */
const seen = new Map<string, Shown>()
function keep(shown: Shown) {
  seen.delete(shown.key)
  seen.set(shown.key, shown)
  for (const key of [...seen.keys()].slice(0, Math.max(0, seen.size - limits.search.cachedPages))) seen.delete(key)
}

export type Search = {
  /** The newest answer there is; it may be to an earlier question. */
  page: SearchPage | null
  hits: SearchHit[]
  /** What is shown is not yet the answer to what is asked. */
  stale: boolean
  error: Failure | null
  more(): void
  again(): void
}

/** Asks with every change at once: the answer comes before the next key. What is outdated is called off, and what is on the page stays until there is better. */
export function useSearch(search: MemorySearch | null): Search {
  const key = search ? JSON.stringify(search) : ''
  const [shown, setShown] = useState<Shown | null>(() => seen.get(key) ?? null)
  const [error, setError] = useState<{ key: string; failure: Failure } | null>(null)
  const [tries, setTries] = useState(0)
  const growing = useRef<AbortController | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    growing.current?.abort()
    if (!key) return
    const known = seen.get(key)
    if (known) setShown(known)
    const controller = new AbortController()
    void searchMemory(JSON.parse(key) as MemorySearch, controller.signal).then((result) => {
      if (!result || controller.signal.aborted) return
      if (!result.ok) return setError({ key, failure: result.error })
      setError(null)
      const next = { key, page: result.value, hits: result.value.hits }
      keep(next)
      // Pages that were loaded below the first one stay as they are.
      setShown((now) => (now?.key === key && now.hits.length > next.hits.length && now.page.total === next.page.total ? now : next))
    })
    return () => controller.abort()
  }, [key, tries])

  const more = useCallback(() => {
    if (!shown?.page.next || shown.key !== key || (growing.current && !growing.current.signal.aborted)) return
    const controller = new AbortController()
    growing.current = controller
    void searchMemory({ ...(JSON.parse(key) as MemorySearch), cursor: shown.page.next }, controller.signal).then((result) => {
      if (growing.current === controller) growing.current = null
      if (!result || controller.signal.aborted) return
      if (!result.ok) return setError({ key, failure: result.error })
      const known = new Set(shown.hits.map(hitKey))
      const next = { key, page: { ...shown.page, next: result.value.next }, hits: [...shown.hits, ...result.value.hits.filter((hit) => !known.has(hitKey(hit)))] }
      keep(next)
      setShown(next)
    })
  }, [key, shown])

  const current = key ? shown : null
  return {
    page: current?.page ?? null,
    hits: current?.hits ?? [],
    stale: key !== '' && current?.key !== key && error?.key !== key,
    error: error?.key === key ? error.failure : null,
    more,
    again: () => setTries((count) => count + 1),
  }
}

export const hitKey = ({ kind, refId, excerpt, speaker, at }: SearchHit) => `${kind} ${refId} ${speaker} ${at} ${excerpt.text.slice(0, 40)}`
