'use client'
import { useCallback, useEffect, useState } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { toastFailure } from '@/components/ui/toast-failure'
import type { Result } from '@/lib/shared/errors'

/** `unsaved` = chosen here but not stored yet. */
type Picked<T> = { value: T | null; unsaved: boolean }
/** How a conversation's own choice is read and stored; null = as in Settings. */
export type OwnSetting<T> = {
  load(conversationId: string): Promise<Result<T | null>>
  save(conversationId: string, value: T | null): Promise<Result<null>>
}

/**
 * The choice for this conversation: its own setting, else Settings. `conversationId` null = not stored yet.
 * `override` goes with the message until the setting is stored; null = none. `setting` must stay the same
 * object.
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
