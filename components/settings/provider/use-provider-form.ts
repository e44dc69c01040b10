'use client'
import { type SetStateAction, useEffect, useRef, useState } from 'react'
import { useShell } from '@/components/shell/shell-context'
import type { ProviderCheckDto, ProviderDto, ProviderTestDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { forgetKey, resetProvider, saveProvider } from '../actions'
import { checkProvider, testProvider } from '../api'
import { hostAsked, inputOf, type ProviderValues, savedValues } from './provider-values'

type TestState =
  | { state: 'idle' }
  | { state: 'testing' }
  | { state: 'passed'; results: ProviderTestDto[] }
  | { state: 'failed'; error: Failure }
/** The result of checking the models before saving. `failed` and `lacking` block the saving. */
type CheckState =
  | { state: 'idle' }
  | { state: 'asking'; host: string }
  | { state: 'failed'; error: Failure }
  | ({ state: 'lacking' } & ProviderCheckDto)
/** What was typed in Settings and not saved, while this page is loaded. The key is never kept. */
let unsaved: Partial<ProviderValues> = {}
const APPLIES = 'It applies from your next message.'

/**
 * The provider form: saved values, edits, the test call, and saving. `connecting` = saving also ends "stay
 * offline".
 */
export function useProviderForm({ connecting = false } = {}) {
  const { provider, setProvider } = useShell()
  const [draft, setDraft] = useState<Partial<ProviderValues>>(connecting ? { offline: false } : unsaved)
  const [test, setTest] = useState<TestState>({ state: 'idle' })
  const [check, setCheck] = useState<CheckState>({ state: 'idle' })
  /** The question to the service that is waited for; another one takes its place. */
  const question = useRef<AbortController | null>(null)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const stored = savedValues(provider.own)
  const values = { ...stored, ...draft }
  const isUnsaved = Object.entries(stored).some(
    ([key, value]) => values[key as keyof ProviderValues] !== value,
  )
  useEffect(() => {
    const { apiKey: _, ...others } = draft
    if (!connecting) unsaved = others
  }, [draft, connecting])
  const { offline: _, api: __, ...texts } = values
  /** Neither the fields nor the environment names a service. */
  const nothingTyped = provider.offline && Object.values(texts).every((text) => text.trim() === '')
  // Closing the form during the check cancels the saving.
  useEffect(() => () => question.current?.abort(), [])
  const nextQuestion = () => {
    question.current?.abort()
    question.current = new AbortController()
    return question.current.signal
  }
  const dropQuestion = () => {
    question.current?.abort()
    setTest((now) => (now.state === 'testing' ? { state: 'idle' } : now))
    setCheck({ state: 'idle' })
  }
  const edit = (next: SetStateAction<Partial<ProviderValues>>) => {
    setDraft(next)
    dropQuestion()
    setTest({ state: 'idle' })
    setSaved(null)
    setError(null)
  }
  const change = (patch: Partial<ProviderValues>) => edit((now) => ({ ...now, ...patch }))
  const discard = () => edit({})

  const runTest = async () => {
    dropQuestion()
    setTest({ state: 'testing' })
    const result = await testProvider(inputOf(values), nextQuestion())
    if (!result) return
    setTest(result.ok ? { state: 'passed', results: result.value } : { state: 'failed', error: result.error })
  }
  /** Takes over the server's normalised values. */
  const settle = (result: Result<ProviderDto>, note: string | null): ProviderDto | null => {
    setError(result.ok ? null : result.error)
    if (!result.ok) return null
    setProvider(result.value)
    setSaved(note)
    return result.value
  }
  /**
   * Whether the service has these models; not asked again after a successful test call. false = it lacks
   * them, or something else was started meanwhile.
   */
  const isConfirmed = async (): Promise<boolean> => {
    if (test.state === 'passed' && test.results.every(({ error }) => !error)) return true
    dropQuestion()
    setError(null)
    setSaved(null)
    setCheck({ state: 'asking', host: hostAsked(provider, values) })
    const result = await checkProvider(inputOf(values), nextQuestion())
    if (!result) return false
    if (!result.ok) setCheck({ state: 'failed', error: result.error })
    else if (result.value?.missing.length) setCheck({ state: 'lacking', ...result.value })
    else return true
    return false
  }
  const save = async ({ unchecked = false } = {}): Promise<ProviderDto | null> => {
    if (!unchecked && !(await isConfirmed())) return null
    dropQuestion()
    setSaving(true)
    const result = await saveProvider(inputOf(values, { unchecked }))
    setSaving(false)
    if (result.ok) {
      setDraft({})
      unsaved = {}
    }
    return settle(result, unchecked ? `Saved without checking. ${APPLIES}` : `Saved. ${APPLIES}`)
  }
  const dropKey = async () => void settle(await forgetKey(), null)
  const reset = async () => {
    const result = await resetProvider()
    if (result.ok) setDraft({})
    settle(result, 'Environment values apply from your next message.')
  }
  const actions = { change, discard, runTest, save, dropKey, reset }
  return { provider, values, isUnsaved, nothingTyped, test, check, saving, saved, error, ...actions }
}
export type ProviderForm = ReturnType<typeof useProviderForm>
