'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { MapQuery } from '@/lib/shared/memory/graph'
import { useShell } from '../shell/shell-context'
import { loadMap } from './actions'
import type { MemoryPart } from './memory-part'
import { type MemoryAddress, mapQuery, partKey } from './place'

const REMEMBERED = new Set([
  'turn',
  'summary',
  'context',
  'conversation',
  'recall',
  'fact',
  'strategy',
  'topic',
])
/** Levels that are shown at once when one comes back to them. */
const KEPT = 24
export type Memory = ReturnType<typeof useMemory>
/**
 * `key` identifies the part on screen, which is the previous one while another loads; `failed` = the part that
 * could not be loaded; `again` = how many times a part was shown after an error.
 */
type State = {
  part: MemoryPart | null
  key: string
  failed: { key: string; error: Failure } | null
  again: number
}
const showing =
  (part: MemoryPart, key: string) =>
  ({ failed, again }: State): State => ({ part, key, failed: null, again: again + Number(failed !== null) })

/**
 * The part of memory at the place: the first one from the page, others from the server. One that was shown
 * before is there at once and then brought up to date. Changes from other tabs and jobs appear by themselves.
 */
export function useMemory(place: MemoryAddress, first: Result<MemoryPart>) {
  const key = partKey(place)
  const [state, setState] = useState<State>(() =>
    first.ok
      ? { part: first.value, key, failed: null, again: 0 }
      : { part: null, key, failed: { key, error: first.error }, again: 0 },
  )
  const [loading, setLoading] = useState(false)
  const [changes, setChanges] = useState(0)
  const request = useRef({ key, run: 0, query: mapQuery(place) })
  const seen = useRef(new Map(first.ok ? [[key, first.value]] : []))
  /** Topics that were made while the conversations are on screen: they wait until one wants to see them. */
  const [sorted, setSorted] = useState<{ part: MemoryPart; key: string } | null>(null)
  const onScreen = useRef(state.part)
  useEffect(() => {
    onScreen.current = state.part
  }, [state.part])
  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  })

  const load = useCallback((query?: MapQuery, quietly = false) => {
    const run = request.current.run + 1
    const wanted = partKey(latest.current)
    const isOwn = query === undefined || quietly
    request.current = { key: wanted, run, query: query ?? mapQuery(latest.current) }
    const known = isOwn && !quietly ? seen.current.get(wanted) : undefined
    if (known) setState(showing(known, wanted))
    else if (!quietly) setLoading(true)
    void loadMap(request.current.query).then((result) => {
      if (run !== request.current.run) return
      setLoading(false)
      if (result.ok) {
        if (quietly && onScreen.current && isSorted(onScreen.current, result.value))
          return setSorted({ part: result.value, key: wanted })
        setSorted(null)
        keep(seen.current, wanted, result.value)
        setState(showing(result.value, wanted))
      } else if (!quietly) setState((before) => ({ ...before, failed: { key: wanted, error: result.error } }))
    })
  }, [])
  useEffect(() => {
    if (key !== request.current.key) load()
  }, [key, load])

  const { onChanges } = useShell()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = onChanges((changed) => {
      if (!changed.some((change) => REMEMBERED.has(change.kind))) return
      // What was forgotten must not be seen again on the way back.
      seen.current.clear()
      timer ??= setTimeout(() => {
        timer = null
        setChanges((count) => count + 1)
        load(request.current.query, true)
      }, limits.graph.refreshDelayMs)
    })
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [onChanges, load])
  const showSorted = useCallback(() => {
    if (!sorted) return
    keep(seen.current, sorted.key, sorted.part)
    setState(showing(sorted.part, sorted.key))
    setSorted(null)
  }, [sorted])
  const { failed, ...shown } = state
  return {
    ...shown,
    error: failed?.key === key ? failed.error : null,
    loading,
    load,
    /** How many times what is remembered changed. */
    changes,
    sorted: sorted?.key === state.key ? sorted.part : null,
    showSorted,
  }
}

/** Whether several islands would change from conversations to topics before the reader's eyes. */
function isSorted(before: MemoryPart, after: MemoryPart): boolean {
  const [was, now] = [before.graph, after.graph]
  if (was.level !== 1 || now.level !== 1 || was.nodes.length < 2) return false
  return was.topics.state !== 'ready' && now.topics.state === 'ready'
}

function keep(seen: Map<string, MemoryPart>, key: string, part: MemoryPart) {
  seen.delete(key)
  seen.set(key, part)
  for (const old of seen.keys()) if (seen.size > KEPT) seen.delete(old)
}
