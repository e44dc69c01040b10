import { useEffect, useMemo, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import type { Facets, MemorySearch } from '@/lib/shared/memory/search'
import { searchMemory } from './api'

type Known = { of: string | undefined; facets: Facets }
/** Counts do not depend on the order, and newest first reads the least. */
const LEAST = { facets: true, limit: 1, order: 'newest' } satisfies MemorySearch
/**
 * Counts for each filter, loaded once the typing pauses. Old counts stay until new ones arrive, except
 * branches of another conversation. `rev` = the revision of memory that answered the search; null until it
 * did.
 */
export function useFacets(search: MemorySearch | null, rev: number | null): Facets | null {
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
