'use client'
import { useEffect, useState } from 'react'
import { findTurns } from '@/components/memory/actions'
import { limits } from '@/lib/shared/limits'

/**
 * Ids of turns whose full text contains `text`, a moment after typing ends; null until the server responds.
 */
export function useFound(text: string, conversationId: string | null): ReadonlySet<string> | null {
  const wanted = text.trim()
  const key = `${conversationId ?? ''} ${wanted}`
  const [found, setFound] = useState<{ key: string; ids: ReadonlySet<string> } | null>(null)
  useEffect(() => {
    if (!wanted) return
    let stale = false
    const timer = setTimeout(async () => {
      const result = await findTurns(wanted, conversationId)
      if (!stale && result.ok) setFound({ key, ids: new Set(result.value.turnIds) })
    }, limits.graph.searchDelayMs)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [wanted, conversationId, key])
  return wanted && found?.key === key ? found.ids : null
}
