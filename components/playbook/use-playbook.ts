'use client'
import type { Result } from '@/lib/shared/errors'
import type { PlaybookDto } from '@/lib/shared/learning/playbook'
import { SLUG } from '@/lib/shared/learning/strategies'
import { searchIn } from '@/lib/shared/schemas'
import { useListed } from '../shell/use-listed'
import { useAddress } from '../ui/hooks/use-address'
import { listPlaybook } from './actions'

const AFFECTING = new Set(['strategy', 'turn', 'status', 'conversation'])
type PlaybookPlace = { q: string; strategy: string | null }
const read = (params: URLSearchParams): PlaybookPlace => {
  const strategy = params.get('strategy')
  return { q: searchIn(params.get('q')), strategy: strategy && SLUG.test(strategy) ? strategy : null }
}
function query({ q, strategy }: PlaybookPlace): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q)
  if (strategy) params.set('strategy', strategy)
  return params.size ? `?${params}` : ''
}
const load = ({ q, strategy }: PlaybookPlace) => listPlaybook({ search: q, strategy })

/** The strategies that match the address. `shown` = the place that the list was loaded for. */
export function usePlaybook(first: Result<PlaybookDto>) {
  const { place, move, write } = useAddress({ start: read, read, query })
  const listed = useListed({ place, write, first, load, affecting: AFFECTING })
  const { value: playbook, shown, error, reload } = listed
  return { playbook, shown, error, place, move, reload }
}
