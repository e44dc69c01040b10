'use client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { loadSettings, saveSetting } from './actions'

/**
 * This person's settings. Changes are optimistic and reverted if refused; changes from other tabs appear too.
 */
export function useSettings(initial: SettingDto[]) {
  const [settings, setSettings] = useState(initial)
  const { refreshDefaults, onChanges } = useShell()
  const byKey = useMemo(() => new Map(settings.map((setting) => [setting.key, setting])), [settings])
  useEffect(
    () =>
      onChanges((changes) => {
        if (changes.some((change) => change.kind === 'setting'))
          void loadSettings().then((result) => result.ok && setSettings(result.value))
      }),
    [onChanges],
  )
  const save = useCallback(
    async (key: string, value: unknown): Promise<boolean> => {
      const before = settings
      setSettings((list) =>
        list.map((setting) =>
          setting.key === key && value !== null ? { ...setting, value, layer: 'user' } : setting,
        ),
      )
      const result = await saveSetting(key, value)
      if (result.ok) {
        setSettings(result.value)
        refreshDefaults()
      } else {
        setSettings(before)
        toastFailure(result.error)
      }
      return result.ok
    },
    [settings, refreshDefaults],
  )
  return { get: (key: string) => byKey.get(key) ?? null, save }
}
export type Settings = ReturnType<typeof useSettings>
