'use client'
import { useEffect, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import type { GraphNode } from '@/lib/shared/memory/graph'
import { findTurns } from '../actions'
import type { GoTo } from '../use-place'

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

/** The text while typing. The address follows a moment later, and wins when changed from outside. */
export function useFilterText(inAddress: string, go: GoTo): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: inAddress, address: inAddress })
  const text = typed.address === inAddress ? typed.text : inAddress
  useEffect(() => {
    if (text === inAddress) return
    const timer = setTimeout(() => {
      setTyped({ text, address: text })
      go({ text })
    }, limits.interface.draftDelayMs)
    return () => clearTimeout(timer)
  }, [text, inAddress, go])
  return [text, (next) => setTyped({ text: next, address: inAddress })]
}
