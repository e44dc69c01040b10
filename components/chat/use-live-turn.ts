'use client'
import { useChat } from '@ai-sdk/react'
import { useMemo } from 'react'
import type { TurnDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { type LiveMessage, turnFromParts } from '@/lib/shared/live'
import type { LiveSession } from './live-session'

/** The turn as far as it has streamed; the same shape the rows give when it is over. */
export function useLiveTurn(session: LiveSession): TurnDto {
  const { messages } = useChat<LiveMessage>({ chat: session.chat, throttle: limits.interface.liveThrottleMs })
  const parts = messages.at(-1)?.role === 'assistant' ? messages.at(-1)?.parts : undefined
  return useMemo(() => (parts?.length ? turnFromParts(session.base, parts) : session.base), [session, parts])
}
