'use client'
import { useCallback, useEffect, useState } from 'react'
import type { ZodType } from 'zod'
import { server } from '@/components/chat/actions'
import { useShell } from '@/components/shell/shell-context'
import { toastFailure } from '@/components/ui/toast-failure'
import type { SettingDto } from '@/lib/shared/dto'
import { modelIdSchema, recallScopeSchema } from '@/lib/shared/schemas'
import type { Thinking } from './choice-controls'

/** `unsaved` = chosen here but not stored yet. */
type Picked<T> = { value: T | null; unsaved: boolean }
/** A conversation's own choice in its settings; null = as in Settings. */
type OwnSetting<T> = {
  read(settings: SettingDto[]): T | null
  write(value: T | null): { key: string; value: unknown }[]
}

/** The choice here, else that of Settings. `override` goes with the message until it is stored. */
function useOwnChoice<T>(conversationId: string | null, usual: T, setting: OwnSetting<T>) {
  const { onChanges } = useShell()
  const [picked, setPicked] = useState<Picked<T>>({ value: null, unsaved: false })
  useEffect(() => {
    if (!conversationId) return
    let current = true
    const load = async () => {
      const result = await server.loadSettings({ conversationId })
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
        const result = await server.saveSetting({ scope: conversationId, ...change })
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

/** The depth in a conversation's own settings; null = as in Settings. */
export function depthOf(settings: SettingDto[]): Thinking | null {
  const of = (key: string) => settings.find((setting) => setting.key === key)
  const [enabled, preset] = [of('thinking.enabled'), of('thinking.preset')]
  if (enabled?.layer === 'conversation' && enabled.value === false) return 'off'
  if (enabled?.layer !== 'conversation' && preset?.layer !== 'conversation') return null
  return (preset?.value as Thinking | undefined) ?? null
}

/** The stored value for a depth; null removes it, so that Settings applies. */
export const settingsFor = (depth: Thinking | null): { key: string; value: boolean | string | null }[] => [
  { key: 'thinking.enabled', value: depth === null ? null : depth !== 'off' },
  { key: 'thinking.preset', value: depth === 'off' ? null : depth },
]
const DEPTH: OwnSetting<Thinking> = { read: depthOf, write: settingsFor }
const ownSetting = <T>(name: string, schema: ZodType<T>): OwnSetting<T> => ({
  read: (settings) => {
    const own = settings.find(({ key, layer }) => key === name && layer === 'conversation')
    return schema.safeParse(own?.value).data ?? null
  },
  write: (value) => [{ key: name, value }],
})
const SCOPE = ownSetting('recall.scope', recallScopeSchema)
const MODEL = ownSetting('model.answering', modelIdSchema)

export const useDepth = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().thinkingDefault, DEPTH)
export const useScope = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().recallDefault, SCOPE)
/** The model that answers in this conversation; '' = those of Settings. */
export const useModel = (conversationId: string | null) => useOwnChoice(conversationId, '', MODEL)
