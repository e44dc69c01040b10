'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { FactsDto } from '@/lib/shared/memory/facts'
import { searchIn } from '@/lib/shared/schemas'
import { useChanges } from '../shell/shell-context'
import { useAddress } from '../ui/hooks/use-address'
import { listFacts } from './actions'

const AFFECTING = new Set(['fact', 'turn', 'conversation'])
const read = (params: URLSearchParams) => ({ q: searchIn(params.get('q')) })
const query = ({ q }: { q: string }) => (q.trim() ? `?${new URLSearchParams({ q })}` : '')

/**
 * The facts that match the search in the address, kept up to date with other tabs and background jobs.
 * `shown` = the search that the list belongs to.
 */
export function useFacts(first: Result<FactsDto>) {
  const { place, move, write } = useAddress({ start: read, read, query })
  const { q } = place
  const [list, setList] = useState({ facts: first.ok ? first.value : null, shown: q })
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const asked = useRef(0)
  const wanted = useRef(q)

  const reload = useCallback(async () => {
    const mine = ++asked.current
    const search = wanted.current
    const result = await listFacts({ search })
    if (mine !== asked.current) return
    if (result.ok) setList({ facts: result.value, shown: search })
    setError(result.ok ? null : result.error)
  }, [])
  useEffect(() => {
    if (wanted.current === q) return
    const timer = setTimeout(() => {
      wanted.current = q
      write()
      void reload()
    }, limits.interface.searchDelayMs)
    return () => clearTimeout(timer)
  }, [q, write, reload])
  // The page may have been sent before the last change that the shell reported.
  useEffect(() => void reload(), [reload])
  useChanges((changes) => {
    if (changes.some(({ kind }) => AFFECTING.has(kind))) void reload()
  })
  return { ...list, error, q, search: (text: string) => move({ q: text }), reload }
}
export type Facts = ReturnType<typeof useFacts>
