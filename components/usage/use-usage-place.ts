'use client'
import { useRouter, useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'

const OF_PERIOD = ['period', 'zone']
const kept = (params: URLSearchParams, keep: (name: string) => boolean) =>
  Object.fromEntries([...params].filter(([name]) => keep(name)))

/** Other states of the usage page; each has an address. The period stays when the conversation changes. */
export function useUsagePlace() {
  const router = useRouter()
  const params = useSearchParams()
  return useMemo(() => {
    const go = (next: Record<string, string>) => {
      const query = new URLSearchParams(next)
      router.push(query.size ? `/usage?${query}` : '/usage')
    }
    const period = kept(params, (name) => OF_PERIOD.includes(name))
    const of = (conversationId: string | null): Record<string, string> =>
      conversationId ? { conversation: conversationId } : {}
    return {
      csv: params.size ? `/api/usage?${params}` : '/api/usage',
      show: (conversationId: string | null) => go({ ...of(conversationId), ...period }),
      compare: (a: string, b: string) => go({ compare: `${a},${b}`, ...period }),
      during: (next: UsagePeriod | null) =>
        go({
          ...kept(params, (name) => name === 'conversation' || name === 'compare'),
          ...(next ? { period: next.name, zone: next.zone } : {}),
        }),
    }
  }, [router, params])
}
