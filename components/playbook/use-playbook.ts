'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import type { PlaybookDto } from '@/lib/shared/learning/playbook'
import { SLUG, type StrategyStatus, strategyStatusSchema } from '@/lib/shared/learning/strategies'
import { limits } from '@/lib/shared/limits'
import { searchIn } from '@/lib/shared/schemas'
import { useChanges } from '../shell/shell-context'
import { useAddress } from '../ui/hooks/use-address'
import { listPlaybook } from './actions'

const AFFECTING = new Set(['strategy', 'turn', 'status', 'conversation'])
export type PlaybookPlace = {
  q: string
  status: StrategyStatus | null
  domain: string | null
  strategy: string | null
}
const read = (params: URLSearchParams): PlaybookPlace => {
  const strategy = params.get('strategy')
  return {
    q: searchIn(params.get('q')),
    status: strategyStatusSchema.safeParse(params.get('status')).data ?? null,
    domain: params.get('domain'),
    strategy: strategy && SLUG.test(strategy) ? strategy : null,
  }
}
function query({ q, status, domain, strategy }: PlaybookPlace): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q)
  for (const [key, value] of Object.entries({ status, domain, strategy })) if (value) params.set(key, value)
  return params.size ? `?${params}` : ''
}
const asked = ({ q, ...place }: PlaybookPlace) => ({ search: q, ...place })

/**
 * The strategies that match the address, kept up to date with other tabs and background jobs. `shown` = the
 * place that the list belongs to.
 */
export function usePlaybook(first: Result<PlaybookDto>) {
  const { place, move, write } = useAddress({ start: read, read, query })
  const [list, setList] = useState({ playbook: first.ok ? first.value : null, shown: place })
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const count = useRef(0)
  const wanted = useRef(place)

  const reload = useCallback(async () => {
    const mine = ++count.current
    const shown = wanted.current
    const result = await listPlaybook(asked(shown))
    if (mine !== count.current) return
    if (result.ok) setList({ playbook: result.value, shown })
    setError(result.ok ? null : result.error)
  }, [])
  useEffect(() => {
    if (wanted.current === place) return
    const isTyped = wanted.current.q !== place.q
    const timer = setTimeout(
      () => {
        wanted.current = place
        write()
        void reload()
      },
      isTyped ? limits.interface.searchDelayMs : 0,
    )
    return () => clearTimeout(timer)
  }, [place, write, reload])
  // The page may have been sent before the last change that the shell reported.
  useEffect(() => void reload(), [reload])
  useChanges((changes) => {
    if (changes.some(({ kind }) => AFFECTING.has(kind))) void reload()
  })
  return { ...list, error, place, move, reload }
}
export type Playbook = ReturnType<typeof usePlaybook>
