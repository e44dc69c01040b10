'use client'
import { CircleCheck, CircleX } from 'lucide-react'
import type { ChangeEvent, ReactNode } from 'react'
import { ModelField } from '@/components/models/model-field'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/error-note'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/components/ui/words/use-format'
import { Field } from '../fields/field'
import { type ModelKey, placeholders, sourceOf } from './provider-values'
import type { ProviderForm } from './use-provider-form'

/** The service's address and models. */
export function ProviderFields({ form, more }: { form: ProviderForm; more: boolean }) {
  const { values, change, provider } = form
  const hint = placeholders(provider, values)
  const bound = (key: 'baseUrl' | 'apiKey') => ({
    placeholder: hint[key],
    value: values[key],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [key]: event.target.value }),
  })
  const model = (key: ModelKey, label: string, help: string) => (
    <ModelField
      label={label}
      help={help}
      placeholder={hint[key]}
      value={values[key]}
      source={sourceOf(provider, values)}
      chat={key !== 'embeddingModel'}
      onChange={(name) => change({ [key]: name })}
    />
  )
  return (
    <div className="grid gap-4">
      <Field
        label="Base URL"
        type="url"
        inputMode="url"
        {...bound('baseUrl')}
        help="OpenAI, OpenRouter, Ollama, vLLM, LM Studio, or any service that speaks the same protocol."
      />
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        {...bound('apiKey')}
        help="Stored encrypted on this machine, for this address alone. It is never shown again, logged or exported."
        error={
          provider.keyUnreadable
            ? 'A key is stored that this server cannot read, because its secret or the address changed. Enter it again.'
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
      {model(
        'reflectiveModel',
        'Model for thinking',
        more
          ? 'Answers with rounds of thinking.'
          : 'Answers with rounds of thinking, and does everything else unless Settings name other models.',
      )}
      {more && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            {model('fastModel', 'Fast model', 'Answers when thinking is off.')}
            {model('utilityModel', 'Utility model', 'Writes summaries and titles.')}
          </div>
          {model(
            'embeddingModel',
            'Embedding model',
            'Adds recall by meaning to recall by words. Everything said is sent to it once, in the background.',
          )}
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">API</span>
            <Select
              label="API"
              value={values.api}
              onChange={(api) => change({ api })}
              options={[
                { value: 'auto', label: 'Auto' },
                { value: 'responses', label: 'Responses' },
                { value: 'chat', label: 'Chat Completions' },
              ]}
            />
            <p className="text-ink-soft text-xs">
              Auto uses Responses for OpenAI’s own address and Chat Completions for all others.
            </p>
          </div>
        </>
      )}
    </div>
  )
}

/** The results of the test calls, by model. */
export function TestResult({ form }: { form: ProviderForm }) {
  const format = useFormat()
  const { test, error } = form
  if (error) return <ErrorNote error={error} />
  if (test.state === 'failed') return <ErrorNote error={test.error} />
  if (test.state !== 'passed') return null
  return (
    <ul role="status" className="flex flex-col gap-1.5 rounded-md bg-accent-soft px-3 py-2.5">
      {test.results.map(({ roles, model, ms, text, error: failed }) => (
        <li
          key={roles.join()}
          className={cn('flex items-start gap-2', failed ? 'text-error' : 'text-accent')}
        >
          {failed ? (
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
          ) : (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          )}
          <span className="min-w-0 break-words">
            {failed
              ? `${model} did not answer: ${failed.message}`
              : `${model} answered in ${format.duration(ms)}${text ? `: “${text}”` : '.'}`}
            {test.results.length > 1 && (
              <span className="block text-ink-soft text-xs">
                {roles.map((role) => ROLE_WORDS[role]).join(', ')}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
const ROLE_WORDS = {
  reflective: 'Thinking',
  fast: 'Fast answers',
  utility: 'Summaries and titles',
  embedding: 'Recall by meaning',
}

type ButtonsProps = { form: ProviderForm; save: string; children?: ReactNode }

/** Test and save. `children` come before them. */
export function ProviderButtons({ form, save, children }: ButtonsProps) {
  const { test, check, saving } = form
  const isAsking = check.state === 'asking'
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {children}
      <Button onClick={() => void form.runTest()} disabled={test.state === 'testing'}>
        {test.state === 'testing' ? 'Testing…' : 'Test connection'}
      </Button>
      <Button look="primary" type="submit" disabled={saving || isAsking}>
        {isAsking ? 'Checking…' : saving ? 'Saving…' : save}
      </Button>
    </div>
  )
}
