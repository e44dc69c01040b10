'use client'
import { useEffect, useState } from 'react'
import { findTurns } from '@/components/memory/actions'
import { limits } from '@/lib/shared/limits'
import type { GraphNode } from '@/lib/shared/memory/graph'

/** Turns whose full text contains a text, newest first, with the titles of their conversations. */
export type Found = { turns: readonly GraphNode[]; titles: ReadonlyMap<string, string> }

/** What contains `text`, a moment after typing ends; null until the server responds. */
export function useFound(text: string, conversationId: string | null): Found | null {
  const wanted = text.trim()
  const key = `${conversationId ?? ''} ${wanted}`
  const [found, setFound] = useState<(Found & { key: string }) | null>(null)
  useEffect(() => {
    if (!wanted) return
    let stale = false
    const timer = setTimeout(async () => {
      const result = await findTurns(wanted, conversationId)
      if (stale || !result.ok) return
      const { turns, titles } = result.value
      setFound({ key, turns, titles: new Map(titles.map(({ id, title }) => [id, title])) })
    }, limits.graph.searchDelayMs)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [wanted, conversationId, key])
  return wanted && found?.key === key ? found : null
}
