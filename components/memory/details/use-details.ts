'use client'
import { useEffect, useState } from 'react'
import { loadNode } from '@/components/memory/actions'
import type { Result } from '@/lib/shared/errors'
import type { GraphNodeDetails } from '@/lib/shared/memory/graph'

/** Everything about a node, reloaded when `version` changes. Old details stay until new ones arrive. */
export function useDetails(id: string, version: unknown) {
  const [state, setState] = useState<{ id: string; result: Result<GraphNodeDetails> } | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version or another try asks again
  useEffect(() => {
    let stale = false
    void loadNode(id).then((result) => {
      if (!stale) setState({ id, result })
    })
    return () => {
      stale = true
    }
  }, [id, version, tries])
  const own = state?.id === id ? state.result : null
  return {
    details: own?.ok ? own.value : null,
    error: own && !own.ok ? own.error : null,
    retry: () => setTries((count) => count + 1),
  }
}
