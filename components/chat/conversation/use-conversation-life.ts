'use client'
import { useEffect, useRef } from 'react'
import { announcement } from '@/components/chat/turn/turn-words'
import { useAnnounce } from '@/components/shell/announcer'
import type { Change } from '@/components/shell/changes'
import { useChanges, useShell } from '@/components/shell/shell-context'
import { limits } from '@/lib/shared/limits'
import { runningTurn } from './chat-state'
import type { ConversationStore } from './conversation-store'
import { useConversation } from './use-conversation'

export function useConversationLife(store: ConversationStore) {
  const { refreshConversations } = useShell()
  useEffect(() => store.attach(), [store])
  useHiddenPause(store)
  useChanges((changes) => {
    if ((store.get().sessions.length === 0 && concerns(changes, store)) || isDeletion(changes, store))
      void store.sync()
    else if (hasUnknown(changes, store)) store.syncLater()
    // Turns far above are not on the newest page, which is all that is reloaded otherwise.
    const changed = new Set(changes.filter(ofTurn).map((change) => change.refId))
    if (changed.size) void store.reread(changed)
  })
  const running = useConversation((state) => runningTurn(state)?.id ?? null)
  const before = useRef(running)
  useEffect(() => {
    if (before.current && !running) void refreshConversations()
    before.current = running
  }, [running, refreshConversations])
  useAnnounceTurn()
}

const ofTurn = ({ kind }: Pick<Change, 'kind'>) => kind === 'turn' || kind === 'status'

/** Whether changes may concern this conversation; an unknown turn may be a new one of it. */
export function concerns(
  changes: Change[],
  store: Pick<ConversationStore, 'get' | 'conversationId'>,
): boolean {
  return changes.some(({ kind, refId }) => {
    if (kind === 'conversation') return refId === store.conversationId
    return (
      ofTurn({ kind }) ||
      kind === 'fact' ||
      (kind === 'step' && store.get().turns.some((turn) => turn.id === refId))
    )
  })
}

/** Whether a turn changed that is not on the page: it may be of this conversation, sent in another tab. */
export const hasUnknown = (changes: Change[], store: Pick<ConversationStore, 'get'>): boolean => {
  const { turns, queue } = store.get()
  const known = new Set([...turns, ...queue].map(({ id }) => id))
  return changes.some((change) => ofTurn(change) && !known.has(change.refId))
}

/** The conversation was deleted; this counts even while it is being answered. */
export const isDeletion = (
  changes: Change[],
  { conversationId }: Pick<ConversationStore, 'conversationId'>,
) =>
  changes.some(({ kind, refId, op }) => kind === 'conversation' && op === 'del' && refId === conversationId)

/** A tab hidden for 5 s closes its connection and catches up when it is visible again. */
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
