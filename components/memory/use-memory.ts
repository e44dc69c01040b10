'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { MapDto } from '@/lib/shared/memory/graph'
import { namesIn } from '@/lib/shared/pick'
import { useShell } from '../shell/shell-context'
import { useAddress } from '../ui/hooks/use-address'
import { server } from './actions'
import { type MemoryAddress, mapQuery, parsePlace, partKey, placeQuery } from './place'

const REMEMBERED: ReadonlySet<string> = new Set(
  namesIn('turn summary context conversation recall fact strategy topic'),
)
export type Memory = ReturnType<typeof useMemory>
/** `key` = the part on screen, the previous one while another loads; `failed` = could not be loaded. */
type State = {
  part: MapDto | null
  key: string
  failed: { key: string; error: Failure } | null
}

/** The part of memory at the place, kept up to date with other tabs and jobs. */
export function useMemory(place: MemoryAddress, first: Result<MapDto>) {
  const key = partKey(place)
  const [state, setState] = useState<State>({
    part: first.ok ? first.value : null,
    key,
    failed: first.ok ? null : { key, error: first.error },
  })
  const [loading, setLoading] = useState(false)
  const [changes, setChanges] = useState(0)
  const request = useRef({ key, run: 0 })
  /** Topics that were made while the conversations are on screen: they wait until one wants to see them. */
  const [sorted, setSorted] = useState<(State & { part: MapDto }) | null>(null)
  const latest = useRef({ place, part: state.part })
  useEffect(() => {
    latest.current = { place, part: state.part }
  })

  const load = useCallback((quietly = false) => {
    const run = request.current.run + 1
    const { place } = latest.current
    const wanted = partKey(place)
    request.current = { key: wanted, run }
    if (!quietly) setLoading(true)
    void server.loadMap(mapQuery(place)).then((result) => {
      if (run !== request.current.run) return
      setLoading(false)
      if (result.ok) {
        const next = { part: result.value, key: wanted, failed: null }
        const { part } = latest.current
        const waits = quietly && part !== null && isSorted(part, result.value)
        setSorted(waits ? next : null)
        if (!waits) setState(next)
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
      timer ??= setTimeout(() => {
        timer = null
        setChanges((count) => count + 1)
        load(true)
      }, limits.graph.refreshDelayMs)
    })
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [onChanges, load])
  const showSorted = () => {
    if (sorted) setState(sorted)
    setSorted(null)
  }
  const { failed, ...shown } = state
  return {
    ...shown,
    error: failed?.key === key ? failed.error : null,
    loading,
    load,
    changes,
    sorted: sorted?.key === state.key ? sorted.part : null,
    showSorted,
  }
}

/** Whether several islands would change from conversations to topics before the reader's eyes. */
const isSorted = (was: MapDto, now: MapDto) =>
  was.level === 1 &&
  now.level === 1 &&
  was.nodes.length > 1 &&
  was.topics.state !== 'ready' &&
  now.topics.state === 'ready'

/** `step` adds a history entry. */
export type GoTo = (change: Partial<MemoryAddress>, how?: 'step') => void

export function usePlace(): [MemoryAddress, GoTo] {
  const { place, move, write } = useAddress({ read: parsePlace, query: placeQuery })
  const go = useCallback<GoTo>(
    (change, how) => {
      move(change)
      write(how === 'step')
    },
    [move, write],
  )
  return [place, go]
}
