'use client'
import { CircleCheck } from 'lucide-react'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { Select } from '../ui/select'
import { useFormat } from '../ui/use-format'
import { Field } from './field'
import { placeholders } from './provider-values'
import type { ProviderForm } from './use-provider-form'

/** The service's address and models. */
export function ProviderFields({ form, more }: { form: ProviderForm; more: boolean }) {
  const { values, change, provider } = form
  const hint = placeholders(provider, values)
  return (
    <div className="grid gap-4">
      <Field
        label="Base URL"
        type="url"
        inputMode="url"
        placeholder={hint.baseUrl}
        value={values.baseUrl}
        onChange={(event) => change({ baseUrl: event.target.value })}
        help="OpenAI, OpenRouter, Ollama, vLLM, LM Studio, or any service that speaks the same protocol."
      />
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={hint.apiKey}
        value={values.apiKey}
        onChange={(event) => change({ apiKey: event.target.value })}
        help="Stored encrypted on this machine, for this address alone. It is never shown again, logged or exported."
        end={
          provider.keyFrom === 'settings' ? (
            <Button look="danger" onClick={() => void form.dropKey()}>
              Forget key
            </Button>
          ) : undefined
        }
      />
      <Field
        label="Model for thinking"
        placeholder={hint.reflectiveModel}
        value={values.reflectiveModel}
        onChange={(event) => change({ reflectiveModel: event.target.value })}
        help={
          more
            ? 'Answers with rounds of thinking.'
            : 'Answers with rounds of thinking, and does everything else unless Settings name other models.'
        }
      />
      {more && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Fast model"
              placeholder={hint.fastModel}
              value={values.fastModel}
              onChange={(event) => change({ fastModel: event.target.value })}
              help="Answers when thinking is off."
            />
            <Field
              label="Utility model"
              placeholder={hint.utilityModel}
              value={values.utilityModel}
              onChange={(event) => change({ utilityModel: event.target.value })}
              help="Writes summaries and titles."
            />
          </div>
          <Field
            label="Embedding model"
            placeholder={hint.embeddingModel}
            value={values.embeddingModel}
            onChange={(event) => change({ embeddingModel: event.target.value })}
            help="Adds recall by meaning to recall by words. Everything said is sent to it once, in the background."
          />
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">API</span>
            <Select
              label="API"
              value={values.api}
              onChange={(api) => change({ api })}
              options={[
                { value: 'auto', label: 'By the address' },
                { value: 'responses', label: 'Responses' },
                { value: 'chat', label: 'Chat Completions' },
              ]}
            />
            <p className="text-ink-soft text-xs">
              OpenAI's own address speaks Responses, most others Chat Completions.
            </p>
          </div>
        </>
      )}
    </div>
  )
}

/** The result of the test call. */
export function TestResult({ form }: { form: ProviderForm }) {
  const format = useFormat()
  const { test, error } = form
  if (error) return <ErrorNote error={error} />
  if (test.state === 'failed') return <ErrorNote error={test.error} />
  if (test.state !== 'passed') return null
  return (
    <p role="status" className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2.5 text-accent">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {test.model} answered in {format.duration(test.ms)}
        {test.text ? `: “${test.text}”` : '.'}
      </span>
    </p>
  )
}
