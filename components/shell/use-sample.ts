'use client'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { toastFailure } from '@/components/ui/toast-failure'
import { server } from './actions'
import { useShell } from './shell-context'

export const SAMPLE_LABEL = 'Explore a sample'

export const useListedSample = () => useShell().conversations.find(({ sample }) => sample)

/** Starts the sample conversation and opens it; `offered` until it is open, `starting` meanwhile. */
export function useSample() {
  const { hasSample, setHasSample, refreshConversations, refreshDefaults } = useShell()
  const router = useRouter()
  const [importing, setImporting] = useState(false)
  const [opening, startOpening] = useTransition()
  const starting = importing || opening
  const start = async () => {
    setImporting(true)
    const result = await server.startSample()
    setImporting(false)
    if (!result.ok) return toastFailure(result.error)
    setHasSample(true)
    void refreshConversations()
    // The server may have begun the tour.
    refreshDefaults()
    startOpening(() => router.push(`/c/${result.value.conversationId}`))
  }
  return { offered: !hasSample || starting, starting, start }
}
