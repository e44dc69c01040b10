'use client'
import { useEffect } from 'react'
import { limits } from '@/lib/shared/limits'
import { useAnnounce } from '../shell/announcer'

/** How many are shown. What a search found is announced once the typing pauses. */
export function FoundCount({ words, isSearch }: { words: string | null; isSearch: boolean }) {
  const announce = useAnnounce()
  const shown = words && (isSearch ? `${words} found` : words)
  useEffect(() => {
    if (!isSearch || !shown) return
    const timer = setTimeout(() => announce(shown), limits.search.announceMs)
    return () => clearTimeout(timer)
  }, [isSearch, shown, announce])
  return <p className="text-ink-soft text-xs tabular empty:hidden">{shown}</p>
}
