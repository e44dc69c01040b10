'use client'
import { useCallback, useEffect, useState } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { toastFailure } from '@/components/ui/toast-failure'
import type { Result } from '@/lib/shared/errors'

/** `unsaved` = picked here and not yet a setting of the conversation. */
type Picked<T> = { value: T | null; unsaved: boolean }
/** How a conversation's own choice is read and kept; null = it follows Settings. */
export type OwnSetting<T> = {
  load(conversationId: string): Promise<Result<T | null>>
  save(conversationId: string, value: T | null): Promise<Result<null>>
}

/**
 * What is chosen for this conversation: its own setting, else what Settings say. `conversationId` null = it is not stored yet.
 * `override` goes with the message until the setting is stored; null = nothing to say. `setting` must stay the same object.
 */
export function useOwnChoice<T>(conversationId: string | null, usual: T, setting: OwnSetting<T>) {
  const { onChanges } = useShell()
  const [picked, setPicked] = useState<Picked<T>>({ value: null, unsaved: false })
  useEffect(() => {
    if (!conversationId) return
    let current = true
    const load = () =>
      void setting
        .load(conversationId)
        .then(
          (result) =>
            current &&
            result.ok &&
            setPicked((now) => (now.unsaved ? now : { value: result.value, unsaved: false })),
        )
    load()
    const forget = onChanges((changes) => changes.some((change) => change.kind === 'setting') && load())
    return () => {
      current = false
      forget()
    }
  }, [conversationId, onChanges, setting])
  useEffect(() => {
    if (!conversationId || !picked.unsaved) return
    void setting.save(conversationId, picked.value).then((result) => {
      if (result.ok) setPicked((now) => (now === picked ? { ...now, unsaved: false } : now))
      else toastFailure(result.error)
    })
  }, [conversationId, picked, setting])
  const pick = useCallback((value: T | null) => setPicked({ value, unsaved: true }), [])
  return {
    shown: picked.value ?? usual,
    own: picked.value !== null,
    override: picked.unsaved ? picked.value : null,
    pick,
  }
}
