'use client'
import { useEffect, useState } from 'react'
import type { GoTo } from '@/components/memory/use-place'
import { limits } from '@/lib/shared/limits'

/**
 * The filter's text while typing. The address follows a moment later, and wins when it changes from outside.
 */
export function useFilterText(inAddress: string, go: GoTo): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: inAddress, address: inAddress })
  const text = typed.address === inAddress ? typed.text : inAddress
  useEffect(() => {
    if (text === inAddress) return
    const timer = setTimeout(() => {
      setTyped({ text, address: text })
      go({ text })
    }, limits.interface.draftDelayMs)
    return () => clearTimeout(timer)
  }, [text, inAddress, go])
  return [text, (next) => setTyped({ text: next, address: inAddress })]
}
