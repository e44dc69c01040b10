'use client'
import { useEffect, useRef } from 'react'
import { limits } from '@/lib/shared/limits'
import { useAnnounce } from '../shell/announcer'
import { useShell } from '../shell/shell-context'
import { runningTurn } from './chat-state'
import type { ConversationStore } from './conversation-store'
import { announcement } from './turn-words'
import { useConversation } from './use-conversation'

/** Keeps a conversation alive while it is on the page: streams, hidden tabs, other tabs, and what is announced. */
export function useConversationLife(store: ConversationStore) {
  const { onChanges, refreshConversations } = useShell()
  useEffect(() => store.attach(), [store])
  useHiddenPause(store)
  useEffect(
    () =>
      onChanges((changes) => {
        const known = new Map(store.get().turns.map((turn) => [turn.id, turn]))
        const mine = changes.some(({ kind, refId }) =>
          kind === 'turn' ? known.get(refId)?.status === 'running' || !known.has(refId) : kind === 'conversation' && refId === store.conversationId,
        )
        if (mine && store.get().sessions.length === 0) void store.sync()
      }),
    [store, onChanges],
  )
  const running = useConversation((state) => runningTurn(state)?.id ?? null)
  const before = useRef(running)
  useEffect(() => {
    if (before.current && !running) void refreshConversations()
    before.current = running
  }, [running, refreshConversations])
  useAnnounceTurn()
}

/** A tab hidden for 5 s gives its connection back; when it is seen again it catches up. */
function useHiddenPause(store: ConversationStore) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let paused = false
    const onChange = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') {
        timer = setTimeout(() => {
          paused = true
          store.pause()
        }, limits.runner.hiddenTabMs)
      } else if (paused) {
        paused = false
        store.resume()
        if (store.get().sessions.length === 0) void store.sync()
      }
    }
    document.addEventListener('visibilitychange', onChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [store])
}

function useAnnounceTurn() {
  const announce = useAnnounce()
  const words = useConversation((state) => {
    const running = runningTurn(state)
    const last = running ?? state.turns.at(-1)
    return last ? `${running ? '' : '.'}${announcement(last)}` : ''
  })
  const first = useRef(true)
  useEffect(() => {
    if (!first.current || !words.startsWith('.')) announce(words.replace(/^\./, ''))
    first.current = false
  }, [words, announce])
}
