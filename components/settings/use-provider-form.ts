'use client'
import { useState } from 'react'
import type { ProviderDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { useShell } from '../shell/shell-context'
import { forgetKey, resetProvider, saveProvider, testProvider } from './actions'
import { inputOf, type ProviderValues, savedValues, testInputOf } from './provider-values'

type TestState = { state: 'idle' } | { state: 'testing' } | { state: 'passed'; model: string; ms: number; text: string } | { state: 'failed'; error: Failure }

/** The provider's form: what was saved, what is typed over it, what a test call says, and what saving does. `connecting` = saving also ends "stay offline". */
export function useProviderForm({ connecting = false } = {}) {
  const { provider, setProvider } = useShell()
  const [draft, setDraft] = useState<Partial<ProviderValues>>(connecting ? { offline: false } : {})
  const [test, setTest] = useState<TestState>({ state: 'idle' })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const values = { ...savedValues(provider.own), ...draft }
  const { offline: _, api: __, ...texts } = values
  /** Nothing names a service: neither the fields nor the environment. */
  const nothingTyped = provider.offline && Object.values(texts).every((text) => text.trim() === '')
  const change = (patch: Partial<ProviderValues>) => {
    setDraft((now) => ({ ...now, ...patch }))
    setTest({ state: 'idle' })
    setSaved(null)
    setError(null)
  }

  const runTest = async () => {
    setTest({ state: 'testing' })
    const result = await testProvider(testInputOf(values))
    setTest(result.ok ? { state: 'passed', ...result.value } : { state: 'failed', error: result.error })
  }
  /** Takes over what the server made of it. */
  const settle = (result: Result<ProviderDto>, note: string | null): ProviderDto | null => {
    setError(result.ok ? null : result.error)
    if (!result.ok) return null
    setProvider(result.value)
    setSaved(note)
    return result.value
  }
  const save = async (): Promise<ProviderDto | null> => {
    setSaving(true)
    const result = await saveProvider(inputOf(values))
    setSaving(false)
    if (result.ok) setDraft({})
    return settle(result, 'Saved. It holds from the next message on.')
  }
  const dropKey = async () => void settle(await forgetKey(), null)
  const reset = async () => {
    const result = await resetProvider()
    if (result.ok) setDraft({})
    settle(result, "The environment's values hold from the next message on.")
  }
  return { provider, values, nothingTyped, change, test, runTest, save, saving, saved, error, dropKey, reset }
}
export type ProviderForm = ReturnType<typeof useProviderForm>
