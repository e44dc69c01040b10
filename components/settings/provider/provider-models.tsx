'use client'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Row } from '../fields/row'
import { EmbeddingProgress } from '../sections/embedding-progress'
import { ModelOf } from './provider-fields'
import type { ProviderForm } from './use-provider-form'

const APIS = [
  { value: 'auto', label: 'Auto' },
  { value: 'responses', label: 'Responses' },
  { value: 'chat', label: 'Chat Completions' },
] as const

/** Models for single tasks, and how the provider is called; saved with the provider. */
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
