import { useEffect, useMemo, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import type { Facets, MemorySearch } from '@/lib/shared/search'
import { searchMemory } from './api'

type Known = { of: string | undefined; facets: Facets }
/** The numbers do not depend on the order, and the newest is found with the least reading. */
const LEAST = { facets: true, limit: 1, order: 'newest' } satisfies MemorySearch
/**
 * What each filter could be set to, asked for once the typing pauses: nobody reads it between two letters. What is known stays until there is newer, but for branches of another conversation.
 * `rev` = the revision of memory that the search itself was answered from, null until it is.
 */
export function useFacets(search: MemorySearch | null, rev: number | null): Facets | null {
  const [known, setKnown] = useState<Known | null>(null)
  const key = search && JSON.stringify({ ...search, ...LEAST })
  useEffect(() => {
    if (!key) return setKnown(null)
    if (rev === null) return
    const controller = new AbortController()
    const asked = JSON.parse(key) as MemorySearch
    const timer = setTimeout(async () => {
      const result = await searchMemory(asked, controller.signal)
      if (result)
        setKnown(
          result.ok && result.value.facets ? { of: asked.conversationId, facets: result.value.facets } : null,
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
