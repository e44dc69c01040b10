'use client'
import { useCallback, useEffect, useState } from 'react'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { loadDepth, saveDepth } from './actions'
import type { Depth } from './thinking-control'

/** `unsaved` = picked here and not yet a setting of the conversation. */
type Picked = { depth: Depth | null; unsaved: boolean }
const NOTHING: Picked = { depth: null, unsaved: false }

/**
 * How long the agent may think in this conversation: its own setting, else what Settings say. `conversationId` null = it is not stored yet.
 * `override` goes with the message until the setting is stored; null = nothing to say.
 */
export function useDepth(conversationId: string | null) {
  const { thinkingDefault, onChanges } = useShell()
  const [picked, setPicked] = useState<Picked>(NOTHING)
  useEffect(() => {
    if (!conversationId) return
    let current = true
    const load = () => void loadDepth(conversationId).then((result) => current && result.ok && setPicked((now) => (now.unsaved ? now : { depth: result.value, unsaved: false })))
    load()
    const forget = onChanges((changes) => changes.some((change) => change.kind === 'setting') && load())
    return () => {
      current = false
      forget()
    }
  }, [conversationId, onChanges])
  useEffect(() => {
    if (!conversationId || !picked.unsaved) return
    void saveDepth(conversationId, picked.depth).then((result) => {
      if (result.ok) setPicked((now) => (now === picked ? { ...now, unsaved: false } : now))
      else toastFailure(result.error)
    })
  }, [conversationId, picked])
  const pick = useCallback((depth: Depth | null) => setPicked({ depth, unsaved: true }), [])
  return { shown: picked.depth ?? thinkingDefault, own: picked.depth !== null, override: picked.unsaved ? picked.depth : null, pick }
}
