import { useEffect, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import type { Facets, MemorySearch } from '@/lib/shared/search'
import { searchMemory } from './api'

/** What each filter could be set to, asked for once the typing pauses: nobody reads it between two letters. What is known stays until there is newer. */
export function useFacets(search: MemorySearch | null, answered: boolean): Facets | null {
  const [facets, setFacets] = useState<Facets | null>(null)
  const key = search && JSON.stringify({ ...search, facets: true, limit: 1 } satisfies MemorySearch)
  useEffect(() => {
    if (!key) return setFacets(null)
    if (!answered) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const result = await searchMemory(JSON.parse(key) as MemorySearch, controller.signal)
      if (result?.ok) setFacets(result.value.facets)
    }, limits.search.pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, answered])
  return facets
}
