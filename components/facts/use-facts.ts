'use client'
import type { Result } from '@/lib/shared/errors'
import type { FactsDto } from '@/lib/shared/memory/facts'
import { searchIn } from '@/lib/shared/schemas'
import { useListed } from '../shell/use-listed'
import { useAddress } from '../ui/hooks/use-address'
import { listFacts } from './actions'

const AFFECTING = new Set(['fact', 'turn', 'conversation'])
type FactsPlace = { q: string }
const read = (params: URLSearchParams): FactsPlace => ({ q: searchIn(params.get('q')) })
const query = ({ q }: FactsPlace) => (q.trim() ? `?${new URLSearchParams({ q })}` : '')
const load = ({ q }: FactsPlace) => listFacts({ search: q })

/** The facts that match the search in the address. `shown` = the search that the list was loaded for. */
export function useFacts(first: Result<FactsDto>) {
  const { place, move, write } = useAddress({ start: read, read, query })
  const listed = useListed({ place, write, first, load, affecting: AFFECTING })
  const { value: facts, shown, error, reload } = listed
  return { facts, shown: shown.q, error, q: place.q, search: (text: string) => move({ q: text }), reload }
}
export type Facts = ReturnType<typeof useFacts>
