'use client'
import { createContext, use, useEffect, useRef, useState } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { useChanges, useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { server } from './actions'

/** How long a row says that it was saved. */
const SAVED_MS = 2_500

/** A value changes at once, and is reverted if refused; an answer before the newest change is dropped. */
export function useSettings(initial: SettingDto[]) {
  const [settings, setSettings] = useState(initial)
  const [saved, setSaved] = useState<string | null>(null)
  useEffect(() => {
    if (saved === null) return
    const handle = setTimeout(() => setSaved(null), SAVED_MS)
    return () => clearTimeout(handle)
  }, [saved])
  const { refreshDefaults } = useShell()
  const saves = useRef(0)
  /** As the server last had them: what a refused value is reverted to. */
  const stored = useRef(initial)
  const take = (all: SettingDto[]) => {
    stored.current = all
    setSettings(all)
  }
  useChanges((changes) => {
    if (!changes.some((change) => change.kind === 'setting')) return
    const newest = saves.current
    void server.loadSettings({}).then((result) => result.ok && saves.current === newest && take(result.value))
  })
  const save = async (key: string, value: unknown): Promise<boolean> => {
    saves.current += 1
    const newest = saves.current
    setSettings((list) =>
      list.map((setting) => (setting.key === key && value !== null ? { ...setting, value } : setting)),
    )
    const result = await server.saveSetting({ scope: 'user', key, value })
    if (result.ok) stored.current = result.value
    if (saves.current === newest) setSettings(stored.current)
    setSaved(result.ok ? key : null)
    if (result.ok) refreshDefaults()
    else toastFailure(result.error)
    return result.ok
  }
  const replace = (all: SettingDto[]) => {
    saves.current += 1
    take(all)
    refreshDefaults()
  }
  const get = (key: string) => settings.find((setting) => setting.key === key) ?? null
  return { get, save, saved, replace }
}
type Settings = ReturnType<typeof useSettings>

/** The settings of the page that a row stands on. */
export const SettingsContext = createContext<Settings | null>(null)
export function usePageSettings(): Settings {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('usePageSettings needs a SettingsContext above it')
  return settings
}
