'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import type { PlaybookChange } from '@/lib/shared/learning/playbook'
import { loadPlaybookHistory } from '../actions'

/**
 * The history of a strategy, or of the whole playbook (null), page by page. It starts anew when `of`, what
 * was last read of it, changes.
 */
export function useChangesOf(id: string | null, of: unknown) {
  const [list, setList] = useState<{ changes: PlaybookChange[]; next: number | null } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const asked = useRef(0)
  const load = useCallback(
    async (before: number | null) => {
      const mine = ++asked.current
      const result = await loadPlaybookHistory({ id, before })
      if (mine !== asked.current) return
      setFailure(result.ok ? null : result.error)
      if (!result.ok) return
      const { changes, next } = result.value
      setList((old) => ({ changes: before === null ? changes : [...(old?.changes ?? []), ...changes], next }))
    },
    [id],
  )
  const reload = useCallback(() => load(null), [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changed, so its history did
  useEffect(() => void reload(), [reload, of])
  return { list, failure, reload, more: () => list?.next && void load(list.next) }
}
