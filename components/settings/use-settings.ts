'use client'
import { useState } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { useChanges, useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { loadSettings, saveSetting } from './actions'

/**
 * This person's settings. Changes are optimistic and reverted if refused; changes from other tabs appear too.
 */
export function useSettings(initial: SettingDto[]) {
  const [settings, setSettings] = useState(initial)
  const { refreshDefaults } = useShell()
  useChanges((changes) => {
    if (changes.some((change) => change.kind === 'setting'))
      void loadSettings({}).then((result) => result.ok && setSettings(result.value))
  })
  const save = async (key: string, value: unknown): Promise<boolean> => {
    const before = settings
    setSettings((list) =>
      list.map((setting) =>
        setting.key === key && value !== null ? { ...setting, value, layer: 'user' } : setting,
      ),
    )
    const result = await saveSetting(key, value)
    setSettings(result.ok ? result.value : before)
    if (result.ok) refreshDefaults()
    else toastFailure(result.error)
    return result.ok
  }
  return { get: (key: string) => settings.find((setting) => setting.key === key) ?? null, save }
}
export type Settings = ReturnType<typeof useSettings>
