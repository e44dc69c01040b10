'use client'
import { useState } from 'react'
import type { ProviderDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import { useShell } from '../shell/shell-context'
import { forgetKey, type ProviderInput, saveProvider, testProvider } from './actions'

export type ProviderValues = {
  baseUrl: string
  apiKey: string
  api: 'auto' | 'responses' | 'chat'
  fastModel: string
  reflectiveModel: string
  utilityModel: string
  offline: boolean
}
type TestState = { state: 'idle' } | { state: 'testing' } | { state: 'passed'; model: string; ms: number; text: string } | { state: 'failed'; error: Failure }

const startingFrom = (provider: ProviderDto, stored: ProviderInput | null): ProviderValues => ({
  baseUrl: stored?.baseUrl ?? provider.baseUrl ?? '',
  apiKey: '',
  api: stored?.api ?? 'auto',
  fastModel: stored?.fastModel ?? (provider.roles.fast.offline ? '' : provider.roles.fast.model),
  reflectiveModel: stored?.reflectiveModel ?? (provider.roles.reflective.offline ? '' : provider.roles.reflective.model),
  utilityModel: stored?.utilityModel ?? (provider.roles.utility.offline ? '' : provider.roles.utility.model),
  offline: stored?.offline ?? false,
})

const given = (text: string) => text.trim() || undefined
const present = <T extends object>(fields: T) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> }

/** The provider's form: what is typed, what a test call says, and what saving does. `stored` is the saved setting, when it is known. */
export function useProviderForm(stored: ProviderInput | null) {
  const { provider, setProvider } = useShell()
  const [values, setValues] = useState(() => startingFrom(provider, stored))
  const [test, setTest] = useState<TestState>({ state: 'idle' })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const [saved, setSaved] = useState(false)
  const change = (patch: Partial<ProviderValues>) => {
    setValues((now) => ({ ...now, ...patch }))
    setTest({ state: 'idle' })
    setSaved(false)
    setError(null)
  }
  const api = values.api === 'auto' ? undefined : values.api

  const runTest = async () => {
    setTest({ state: 'testing' })
    const fields = present({ api, apiKey: given(values.apiKey), model: given(values.reflectiveModel) ?? given(values.fastModel) })
    const result = await testProvider({ baseUrl: given(values.baseUrl) ?? null, ...fields })
    setTest(result.ok ? { state: 'passed', ...result.value } : { state: 'failed', error: result.error })
  }
  const save = async (): Promise<boolean> => {
    setSaving(true)
    const fields = present({
      api,
      apiKey: given(values.apiKey),
      fastModel: given(values.fastModel),
      reflectiveModel: given(values.reflectiveModel),
      utilityModel: given(values.utilityModel),
    })
    const result = await saveProvider({ baseUrl: given(values.baseUrl) ?? null, offline: values.offline, ...fields })
    setSaving(false)
    if (!result.ok) {
      setError(result.error)
      return false
    }
    setProvider(result.value)
    setValues((now) => ({ ...now, apiKey: '' }))
    setSaved(true)
    return true
  }
  const dropKey = async () => {
    const result = await forgetKey()
    if (result.ok) setProvider(result.value)
    else setError(result.error)
  }
  return { provider, values, change, test, runTest, save, saving, saved, error, dropKey }
}
export type ProviderForm = ReturnType<typeof useProviderForm>
