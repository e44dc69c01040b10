'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { startSample } from '@/components/chat/actions'
import { toastFailure } from '@/components/ui/toast-failure'
import { useShell } from './shell-context'

/** What the sample is, for its button and its command. */
export const SAMPLE_LABEL = 'Explore a sample: 40 turns about a repair café'

/** Starts the sample conversation and opens it; `offered` while there is none. */
export function useSample() {
  const { hasSample, setHasSample, refreshConversations, refreshDefaults } = useShell()
  const router = useRouter()
  const [starting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    const result = await startSample()
    setStarting(false)
    if (!result.ok) return toastFailure(result.error)
    setHasSample(true)
    void refreshConversations()
    // The server may have begun the tour.
    refreshDefaults()
    router.push(`/c/${result.value.conversationId}`)
  }
  return { offered: !hasSample, starting, start }
}
