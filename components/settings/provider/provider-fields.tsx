'use client'
import type { ChangeEvent, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { Field } from '../fields/field'
import { ModelField } from './model-field'
import { type ModelKey, placeholders } from './provider-values'
import type { ProviderForm } from './use-provider-form'

const UNLISTED = (host: string) => `${host} has no model list. Type the model’s name.`

/** The service's address, its key, and its models. */
export function ProviderFields({ form, more }: { form: ProviderForm; more: boolean }) {
  const { values, change, provider, list } = form
  const hint = placeholders(provider, values)
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
  const model = (key: ModelKey, label: string, help: string) => (
    <ModelField
      label={label}
      help={key === 'reflectiveModel' && list.state === 'unlisted' ? UNLISTED(list.host) : help}
      placeholder={hint[key]}
      value={values[key]}
      models={list.state === 'listed' ? list.models : null}
      chat={key !== 'embeddingModel'}
      eager={key === 'reflectiveModel'}
      onOpen={() => void form.read()}
      onChange={(name) => change({ [key]: name })}
      onPick={(name) => (key === 'reflectiveModel' ? form.pick(name) : change({ [key]: name }))}
    />
  )
  return (
    <div className="grid gap-4">
      <Field
        label="Base URL"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...bound('baseUrl')}
        help={
          <span role="status">
            {list.state === 'reading'
              ? `Reading the models of ${list.host}…`
              : 'Paste the URL of any OpenAI-compatible service.'}
          </span>
        }
      />
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        {...bound('apiKey')}
        help="Stored encrypted, and sent only to this URL."
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
      {model(
        'reflectiveModel',
        'Model',
        more
          ? 'Answers with thinking, and does what has no model of its own.'
          : 'Answers and does everything else.',
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
            'Adds recall by meaning to recall by keyword. Every message is sent to it once, in the background.',
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
              Auto uses Responses for OpenAI and Chat Completions for everything else.
            </p>
          </div>
        </>
      )}
    </div>
  )
}

type ButtonsProps = { form: ProviderForm; save: string; children?: ReactNode }

/** Test and save. `children` come before them. */
export function ProviderButtons({ form, save, children }: ButtonsProps) {
  const { test, saving } = form
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {children}
      <Button onClick={() => void form.runTest()} disabled={test.state === 'testing'}>
        {test.state === 'testing' ? 'Testing…' : 'Test'}
      </Button>
      <Button look="primary" type="submit" disabled={saving || test.state === 'testing'}>
        {saving ? 'Saving…' : save}
      </Button>
    </div>
  )
}
