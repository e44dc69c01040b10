'use client'
import { useEffect, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { listModels } from './actions'

/** The typed service; null = the one in use. */
export type ModelSource = { baseUrl: string | null; apiKey?: string } | null
type State =
  | { state: 'loading' }
  | { state: 'listed'; host: string; models: string[] }
  | { state: 'failed'; error: Failure }
  | { state: 'offline' }

/** The models of a service, loaded once. */
export function useModelList(source: ModelSource): State {
  const [state, setState] = useState<State>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stays as it was when the list opened
  useEffect(() => {
    let current = true
    void listModels({ typed: source }).then((result) => {
      if (!current) return
      if (!result.ok) setState({ state: 'failed', error: result.error })
      else if (result.value) setState({ state: 'listed', ...result.value })
      else setState({ state: 'offline' })
    })
    return () => {
      current = false
    }
  }, [])
  return state
}
