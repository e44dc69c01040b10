'use client'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'

/** Other states of the usage page; each has an address. */
export function useUsagePlace() {
  const router = useRouter()
  return useMemo(() => {
    const go = (params: Record<string, string>) => {
      const query = new URLSearchParams(params)
      router.push(query.size ? `/usage?${query}` : '/usage')
    }
    const of = (conversationId: string | null): Record<string, string> =>
      conversationId ? { conversation: conversationId } : {}
    return {
      show: (conversationId: string | null) => go(of(conversationId)),
      compare: (a: string, b: string) => go({ compare: `${a},${b}` }),
      zoom: (conversationId: string | null, range: { from: number; to: number } | null) =>
        go({ ...of(conversationId), ...(range ? { from: String(range.from), to: String(range.to) } : {}) }),
    }
  }, [router])
}
