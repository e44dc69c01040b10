'use client'
import { useEffect } from 'react'
import type { LiveSession } from './live-session'
import { useConversation, useConversationStore } from './use-conversation'
import { useLiveTurn } from './use-live-turn'

/** Reads every running turn's stream into the conversation; shows nothing itself, so a turn keeps its elements when it settles. */
export function LiveFollowers() {
  const sessions = useConversation((state) => state.sessions)
  return sessions.map((session) => <Follower key={session.base.id} session={session} />)
}

function Follower({ session }: { session: LiveSession }) {
  const store = useConversationStore()
  const turn = useLiveTurn(session)
  useEffect(() => store.showLive(session, turn), [store, session, turn])
  return null
}
