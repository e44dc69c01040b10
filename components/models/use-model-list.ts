'use client'
import { useEffect, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { listModels } from './actions'

type State =
  | { state: 'loading' }
  | { state: 'listed'; host: string; models: string[] }
  | { state: 'failed'; error: Failure }
  | { state: 'offline' }

/** The models of the service in use, loaded once. */
export function useModelList(): State {
  const [state, setState] = useState<State>({ state: 'loading' })
  useEffect(() => {
    let current = true
    void listModels().then((result) => {
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
