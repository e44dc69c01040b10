'use client'
import { CircleAlert, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import type { ChangeEvent, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/error-note'
import { useFormat } from '@/components/ui/words/use-format'
import type { ProviderTestDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import { Field } from '../fields/field'
import { ModelField } from './model-field'
import { type ModelKey, placeholders } from './provider-values'
import type { ProviderForm } from './use-provider-form'

type FieldsProps = { form: ProviderForm; saveUnchecked: () => void }

export function ProviderFields({ form, saveUnchecked }: FieldsProps) {
  const { values, change, provider, list } = form
  const hint = placeholders(provider, values)
  const failed = list.state === 'failed' ? list.error : null
  const problem = failed && <ProviderProblem error={failed} saveUnchecked={saveUnchecked} />
  const isOfKey = failed?.code === 'provider_refused'
  const readNew = () => {
    if (list.state === 'unread' && form.isUnsaved && (values.baseUrl || values.apiKey).trim())
      void form.read()
  }
  const bound = (key: 'baseUrl' | 'apiKey') => ({
    placeholder: hint[key],
    value: values[key],
    onBlur: readNew,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const next = change({ [key]: event.target.value })
      if ((event.nativeEvent as InputEvent).inputType === 'insertFromPaste') void form.read(next)
    },
  })
  return (
    <div className="grid gap-4">
      <Field
        label="Base URL"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={(failed && !isOfKey) || undefined}
        {...bound('baseUrl')}
        help={
          <span role="status">
            {list.state === 'reading'
              ? `Reading the models of ${list.host}…`
              : 'Of any OpenAI-compatible service'}
          </span>
        }
      />
      {!isOfKey && problem}
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        {...bound('apiKey')}
        help="Stored encrypted, and sent only there"
        error={
          provider.keyUnreadable
            ? 'The stored key can no longer be read because the server secret or the URL changed. Enter it again.'
            : list.state === 'key'
              ? `${list.host} needs a key to list its models.`
              : null
        }
        end={
          (provider.keyFrom === 'settings' || provider.keyUnreadable) && (
            <Button look="danger" onClick={() => void form.dropKey()}>
              Forget key
            </Button>
          )
        }
      />
      {isOfKey && problem}
      <ModelOf form={form} name="reflectiveModel" label="Model" isMain />
      <TestResult form={form} saveUnchecked={saveUnchecked} />
    </div>
  )
}

type ModelProps = { form: ProviderForm; name: ModelKey; label: string; help?: string; isMain?: boolean }
export function ModelOf({ form, name, label, help, isMain = false }: ModelProps) {
  const { values, change, provider, list } = form
  return (
    <ModelField
      label={label}
      help={
        isMain && list.state === 'unlisted' ? `${list.host} has no model list. Type the model’s name.` : help
      }
      placeholder={placeholders(provider, values)[name]}
      value={values[name]}
      models={list.state === 'listed' ? list.models : null}
      chat={name !== 'embeddingModel'}
      eager={isMain}
      onOpen={() => void form.read()}
      onChange={(model) => change({ [name]: model })}
      onPick={(model) => (isMain ? form.pick(model) : change({ [name]: model }))}
    />
  )
}

type ButtonsProps = { form: ProviderForm; children?: ReactNode }

export function ProviderButtons({ form, children }: ButtonsProps) {
  const { test, saving } = form
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {children}
      <Button onClick={() => void form.runTest()} disabled={test.state === 'testing'}>
        {test.state === 'testing' ? 'Testing…' : 'Test'}
      </Button>
      <Button look="primary" type="submit" disabled={saving || test.state === 'testing'}>
        {saving ? 'Saving…' : 'Save'}
      </Button>
    </div>
  )
}

const ROLE_WORDS = {
  reflective: 'Thinking',
  fast: 'Fast answers',
  utility: 'Summaries and titles',
  embedding: 'Recall by meaning',
}
const ICONS = { good: CircleCheck, lesser: CircleAlert, bad: CircleX }
const TONES = { good: 'text-accent', lesser: 'text-ink-soft', bad: 'text-error' }

type Unchecked = { saveUnchecked: () => void }
const Anyway = ({ saveUnchecked }: Unchecked) => (
  <Button size="sm" onClick={saveUnchecked}>
    Save without checking
  </Button>
)

/** Why a service was not read or tried. Where it may only be away, it can be saved anyway. */
export const ProviderProblem = ({ error, saveUnchecked }: Unchecked & { error: Failure }) => (
  <ErrorNote error={here(error)}>
    {!['provider_refused', 'invalid'].includes(error.code) && <Anyway saveUnchecked={saveUnchecked} />}
  </ErrorNote>
)

/** What each model can do, in words; and a way to save without waiting for it. */
function TestResult({ form, saveUnchecked }: Unchecked & { form: ProviderForm }) {
  const format = useFormat()
  const { test, error, list } = form
  const anyway = <Anyway saveUnchecked={saveUnchecked} />
  if (error) return <ErrorNote error={here(error)} />
  if (test.state === 'failed') return <ProviderProblem error={test.error} saveUnchecked={saveUnchecked} />
  if (test.state === 'testing')
    return (
      <Box>
        <span className="flex min-w-0 flex-1 basis-52 items-center gap-2 text-ink-soft">
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" /> Trying the model…
        </span>
        {anyway}
      </Box>
    )
  if (test.state !== 'passed') return null
  return (
    <Box>
      <ul className="flex min-w-0 flex-1 basis-52 flex-col gap-1.5">
        {test.results.map((result) => {
          const { roles, model, ms, error: wrong } = result
          const lacks = limitsOf(result, list.state === 'listed' ? list.blind : [])
          const look = wrong ? 'bad' : lacks.length > 0 ? 'lesser' : 'good'
          const Icon = ICONS[look]
          return (
            <li key={roles.join()} className="flex items-start gap-2">
              <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', TONES[look])} />
              <span className="min-w-0 break-words">
                <span className={cn(wrong && 'text-error')}>
                  {wrong ? `${model}: ${wrong.message}` : `${model} answered in ${format.duration(ms)}`}
                  {wrong ? '' : result.can && lacks.length === 0 ? ', streams and calls tools.' : '.'}
                </span>
                {lacks.map((words) => (
                  <span key={words} className="block text-ink-soft">
                    {words}
                  </span>
                ))}
                {test.results.length > 1 && (
                  <span className="block text-ink-soft text-xs">
                    {roles.map((role) => ROLE_WORDS[role]).join(', ')}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {test.results.some((result) => result.error) && anyway}
    </Box>
  )
}

/** Its hint without where to find what is on this page. */
export const here = (error: Failure): Failure =>
  error.hint ? { ...error, hint: error.hint.replaceAll(' in Settings', '') } : error

const Box = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2.5"
  >
    {children}
  </div>
)

/** What a model cannot do, and what follows. `blind` = the models that take no images. */
export function limitsOf({ model, can }: ProviderTestDto, blind: readonly string[]): string[] {
  if (!can) return []
  const words: string[] = []
  const mayNot = 'so it may not use memory and files.'
  if (can.refusal !== null) {
    const so =
      can.tools === 'text' ? 'Mneme will let it write calls as text.' : `It wrote no call as text, ${mayNot}`
    words.push(`Refuses tools${can.refusal ? `: “${can.refusal}”` : '.'} ${so}`)
  } else if (can.tools === 'none') words.push(`Did not call the tool it was offered, ${mayNot}`)
  if (can.toolError) words.push(`Failed when a tool was offered: ${can.toolError.message}`)
  if (!can.streams) words.push('Does not stream: answers appear at once.')
  if (blind.includes(model)) words.push('Does not see images.')
  return words
}
