'use client'
import { useCallback, useEffect, useState } from 'react'
import { loadSettings, saveSetting } from '@/components/chat/actions'
import { useShell } from '@/components/shell/shell-context'
import { toastFailure } from '@/components/ui/toast-failure'
import type { SettingDto } from '@/lib/shared/dto'

/** `unsaved` = chosen here but not stored yet. */
type Picked<T> = { value: T | null; unsaved: boolean }
/** A conversation's own choice in its settings; null = as in Settings. */
export type OwnSetting<T> = {
  read(settings: SettingDto[]): T | null
  write(value: T | null): { key: string; value: unknown }[]
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
    const load = async () => {
      const result = await loadSettings({ conversationId })
      if (!current || !result.ok) return
      const value = setting.read(result.value)
      setPicked((now) => (now.unsaved ? now : { value, unsaved: false }))
    }
    void load()
    const forget = onChanges((changes) => changes.some((change) => change.kind === 'setting') && void load())
    return () => {
      current = false
      forget()
    }
  }, [conversationId, onChanges, setting])
  useEffect(() => {
    if (!conversationId || !picked.unsaved) return
    const save = async () => {
      for (const change of setting.write(picked.value)) {
        const result = await saveSetting({ scope: conversationId, ...change })
        if (!result.ok) return toastFailure(result.error)
      }
      setPicked((now) => (now === picked ? { ...now, unsaved: false } : now))
    }
    void save()
  }, [conversationId, picked, setting])
  const pick = useCallback((value: T | null) => setPicked({ value, unsaved: true }), [])
  return {
    shown: picked.value ?? usual,
    own: picked.value !== null,
    override: picked.unsaved ? picked.value : null,
    pick,
  }
}
