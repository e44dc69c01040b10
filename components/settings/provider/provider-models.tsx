'use client'
import { useEffect } from 'react'
import { ProgressBar } from '@/components/transfer/progress-bar'
import { Button } from '@/components/ui/button'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { useFormat } from '@/components/ui/words/use-format'
import { limits } from '@/lib/shared/limits'
import { FULL, type LearnedSupport, learnedSchema, type Support } from '@/lib/shared/model-support'
import { server } from '../actions'
import { Row } from '../fields/setting-row'
import { usePageSettings } from '../use-settings'
import { ModelOf } from './provider-fields'
import type { ProviderForm } from './use-provider-form'

const APIS = [
  { value: 'auto', label: 'Auto' },
  { value: 'responses', label: 'Responses' },
  { value: 'chat', label: 'Chat Completions' },
] as const

export function ProviderModels({ form }: { form: ProviderForm }) {
  const { provider, values, change, isOwn } = form
  return (
    <form
      className="grid gap-4 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <EmbeddingProgress version={provider} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ModelOf form={form} name="fastModel" label="Fast model" help="Answers when thinking is off." />
        <ModelOf form={form} name="utilityModel" label="Utility model" help="Writes summaries and titles." />
      </div>
      <ModelOf
        form={form}
        name="embeddingModel"
        label="Embedding model"
        help="For recall by meaning; every message is sent to it once."
      />
      <Row name="API" help="Auto uses Responses for OpenAI only.">
        <Select label="API" value={values.api} onChange={(api) => change({ api })} options={[...APIS]} />
      </Row>
      <Row name="Stay offline" help="The built-in engine answers everything.">
        <Switch
          label="Stay offline"
          checked={values.offline}
          onCheckedChange={(offline) => change({ offline })}
        />
      </Row>
      <div className="flex flex-wrap justify-end gap-2">
        {isOwn && <Button onClick={() => void form.reset()}>Use the environment's values</Button>}
        <Button type="submit" disabled={!form.isUnsaved || form.saving}>
          Save models
        </Button>
      </div>
    </form>
  )
}

/** Polled while it runs; nothing without an embedding model. A new `version` = the provider was saved. */
function EmbeddingProgress({ version }: { version: unknown }) {
  const format = useFormat()
  const { value: state, reload } = useLoaded(JSON.stringify(version), server.loadEmbedding)
  const isRunning = state !== null && state.done < state.total && state.busy
  useEffect(() => {
    const handle = isRunning ? setInterval(reload, limits.dense.pollMs) : undefined
    return () => clearInterval(handle)
  }, [isRunning, reload])
  if (!state) return null
  const { done, total, busy, problem } = state
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-ink-soft">Recall by meaning is on, using {state.model}</span>
        <span className="font-medium tabular">
          Embedded {format.number(done)} of {format.number(total)}
        </span>
      </div>
      <ProgressBar label="Embedded pieces of memory" share={done / Math.max(1, total)} />
      {done < total && (
        <p className="text-ink-soft">
          {done === 0
            ? 'Until then, recall uses keywords only.'
            : 'Anything not embedded yet is found by keyword only.'}
        </p>
      )}
      {problem && <p className="text-error">{problem}</p>}
      {done < total && !busy && (
        <Button size="sm" className="self-start" onClick={() => void server.embedAgain().then(reload)}>
          Embed the rest
        </Button>
      )}
    </div>
  )
}

const count = (tokens: number) => tokens.toLocaleString('en')

/** What differs from a service that takes everything, in words. */
function wordsOf(support: Support): string[] {
  const { tools, form, images, contextTokens, mostOutput, omit, system, thinks } = support
  return [
    (tools === 'text' || support.writesCalls) && 'writes tool calls as text',
    contextTokens && `reads ${count(contextTokens)} tokens`,
    mostOutput && `writes at most ${count(mostOutput)} tokens`,
    images === 'taken' && 'takes images',
    images === 'refused' && 'takes no images',
    thinks && 'thinks before it writes',
    form === 'json_object' && 'takes no JSON schema',
    form === 'text' && 'takes no JSON format',
    system === 'user' && 'takes no system prompt',
    support.opensThinking && 'begins its text with a thought',
    omit.length > 0 && `does not know ${omit.join(', ')}`,
  ].filter((words) => typeof words === 'string')
}

/** A service's host and model, as they are stored. */
const nameOf = (key: string) => {
  const [baseUrl = '', , model = ''] = key.split('\n')
  return { model, host: URL.canParse(baseUrl) ? new URL(baseUrl).host : 'OpenAI' }
}

/** What the models in use turned out to support. A model that is reset is asked for everything again. */
export function LearnedModels() {
  const settings = usePageSettings()
  const learned: LearnedSupport = learnedSchema.safeParse(settings.get('model.learned')?.value).data ?? {}
  const entries = Object.entries(learned).filter(
    ([, support]) => JSON.stringify({ ...support, suspected: null }) !== JSON.stringify(FULL),
  )
  if (entries.length === 0) return null
  const reset = (key: string) => {
    const { [key]: _, ...others } = learned
    void settings.save('model.learned', others)
  }
  return (
    <details className="pt-4">
      <summary className="cursor-pointer text-ink-soft">What your models support</summary>
      <ul aria-label="What your models support" className="grid gap-1 pt-2">
        {entries.map(([key, support]) => {
          const { model, host } = nameOf(key)
          return (
            <li
              key={key}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-surface px-4 py-2"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="break-words font-medium">
                  {model} <span className="font-normal text-ink-soft">{host}</span>
                </p>
                <p className="text-ink-soft">{wordsOf(support).join(' · ') || 'takes smaller requests'}</p>
              </div>
              <Button look="ghost" aria-label={`Reset ${model}`} onClick={() => reset(key)}>
                Reset
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
