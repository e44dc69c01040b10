'use client'
import { type SetStateAction, useEffect, useRef, useState } from 'react'
import { onlyChatModel } from '@/components/models/matching'
import { useShell } from '@/components/shell/shell-context'
import type { ProviderDto, ProviderTestDto, ServiceModelsDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { readModels, server, testProvider } from '../actions'
import {
  addressOf,
  hostAsked,
  inputOf,
  isSameService,
  type ProviderValues,
  savedValues,
} from './provider-values'

type TestState =
  | { state: 'idle' }
  | { state: 'testing' }
  | { state: 'passed'; results: ProviderTestDto[] }
  | { state: 'failed'; error: Failure }
/** The models at the typed address. */
type ListState =
  | { state: 'unread' }
  | { state: 'reading'; host: string }
  | { state: 'failed'; error: Failure }
  | ServiceModelsDto
/** What was typed in Settings and not saved, while this page is loaded. The key is never kept. */
let unsaved: Partial<ProviderValues> = {}
const APPLIES = 'It applies from your next message.'

/** A question that is waited for; the next one, and leaving the page, take its place. */
function useQuestion() {
  const current = useRef<AbortController | null>(null)
  const drop = () => current.current?.abort()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form closes
  useEffect(() => drop, [])
  const next = () => {
    drop()
    current.current = new AbortController()
    return current.current.signal
  }
  return { next, drop }
}

/** The provider form's state and acts. `connecting` = saving also ends "stay offline". */
export function useProviderForm({ connecting = false } = {}) {
  const { provider, setProvider } = useShell()
  const [draft, setDraft] = useState<Partial<ProviderValues>>(connecting ? { offline: false } : unsaved)
  const [list, setList] = useState<ListState>({ state: 'unread' })
  const [test, setTest] = useState<TestState>({ state: 'idle' })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const [reading, testing] = [useQuestion(), useQuestion()]
  const stored = savedValues(provider.own)
  const values = { ...stored, ...draft }
  const isUnsaved = Object.entries(stored).some(
    ([key, value]) => values[key as keyof ProviderValues] !== value,
  )
  useEffect(() => {
    const { apiKey: _, ...others } = draft
    if (!connecting) unsaved = others
  }, [draft, connecting])

  const dropTest = () => {
    testing.drop()
    setTest({ state: 'idle' })
    setSaved(null)
    setError(null)
  }
  const dropList = () => {
    reading.drop()
    setList({ state: 'unread' })
  }
  const edit = (next: SetStateAction<Partial<ProviderValues>>) => {
    setDraft(next)
    dropTest()
  }
  /** A model of the list belongs to its address. @returns the values after the change. */
  const change = (patch: Partial<ProviderValues>): ProviderValues => {
    const isElsewhere = 'baseUrl' in patch && list.state === 'listed'
    const isTheirs = isElsewhere && list.models.includes(values.reflectiveModel)
    const full = isTheirs ? { reflectiveModel: '', ...patch } : patch
    if ('baseUrl' in patch || 'apiKey' in patch) dropList()
    edit((now) => ({ ...now, ...full }))
    return { ...values, ...full }
  }
  const discard = () => {
    dropList()
    edit({})
  }

  /** Reads the models at the address; the values with the base URL that listed them, or null. */
  const read = async (typed = values): Promise<ProviderValues | null> => {
    setList({ state: 'reading', host: hostAsked(provider, typed) })
    const result = await readModels(addressOf(typed), reading.next())
    if (!result) return null
    if (!result.ok) setList({ state: 'failed', error: result.error })
    else setList(result.value)
    if (!result.ok || result.value.state === 'key') return null
    const found = { ...typed, baseUrl: result.value.baseUrl ?? '' }
    const model = onlyChatModel(result.value.models)
    setDraft((now) => ({
      ...now,
      baseUrl: found.baseUrl,
      ...(model && !{ ...stored, ...now }.reflectiveModel ? { reflectiveModel: model } : {}),
    }))
    return { ...found, reflectiveModel: found.reflectiveModel || model }
  }
  const isKnown = list.state === 'listed' || list.state === 'unlisted'
  const settled = async (typed: ProviderValues) =>
    isKnown || (isSameService(typed, stored) && !provider.offline) ? typed : read(typed)

  const runTest = async (typed = values): Promise<ProviderValues | null> => {
    dropTest()
    const found = await settled(typed)
    if (!found) return null
    setTest({ state: 'testing' })
    const result = await testProvider(inputOf(found), testing.next())
    if (!result) return null
    setTest(result.ok ? { state: 'passed', results: result.value } : { state: 'failed', error: result.error })
    return result.ok && result.value.every((each) => !each.error) ? found : null
  }
  /** A chosen model is tried at once. */
  const pick = (model: string) => void runTest(change({ reflectiveModel: model }))
  /** Starts from a service; `models` = it is on this machine and has listed them. */
  const start = (name: string, baseUrl: string, models: string[] | null) => {
    const reflectiveModel = onlyChatModel(models ?? [])
    const from = { ...savedValues(null), offline: values.offline, baseUrl, reflectiveModel }
    change(from)
    if (!models) return void read(from)
    setList({ baseUrl, host: name, state: 'listed', models, blind: [] })
  }
  /** Takes over the server's normalised values. */
  const settle = (result: Result<ProviderDto>, note: string | null): ProviderDto | null => {
    setError(result.ok ? null : result.error)
    if (!result.ok) return null
    setProvider(result.value)
    setSaved(note)
    return result.value
  }
  /** Not only what the environment gives. */
  const isOwn = provider.own !== null || provider.keyFrom === 'settings'
  const isTested = test.state === 'passed' && test.results.every((each) => !each.error)
  const save = async ({ unchecked = false } = {}): Promise<ProviderDto | null> => {
    const isChanged = connecting || provider.own?.unchecked || !isSameService(values, stored, 'models')
    const isSure = unchecked || values.offline || !isChanged || isTested
    const checked = isSure ? values : await runTest()
    if (!checked) return null
    testing.drop()
    setSaving(true)
    const result = await server.saveProvider(inputOf(checked, { unchecked }))
    setSaving(false)
    setTest((now) => (now.state === 'testing' ? { state: 'idle' } : now))
    if (result.ok) {
      setDraft({})
      unsaved = {}
    }
    return settle(result, unchecked ? `Saved without checking. ${APPLIES}` : `Saved. ${APPLIES}`)
  }
  const dropKey = async () => void settle(await server.forgetKey(), null)
  const reset = async () => {
    const result = await server.resetProvider()
    if (result.ok) discard()
    settle(result, 'Environment values apply from your next message.')
  }
  const actions = { change, discard, read, runTest, pick, start, save, dropKey, reset }
  return { provider, isOwn, values, isUnsaved, list, test, saving, saved, error, ...actions }
}
export type ProviderForm = ReturnType<typeof useProviderForm>
