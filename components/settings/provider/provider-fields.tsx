'use client'
import type { ChangeEvent, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '../fields/field'
import { ModelField } from './model-field'
import { type ModelKey, placeholders } from './provider-values'
import { Problem, TestResult } from './test-result'
import type { ProviderForm } from './use-provider-form'

const UNLISTED = (host: string) => `${host} has no model list. Type the model’s name.`

type FieldsProps = { form: ProviderForm; saveUnchecked: () => void }

export function ProviderFields({ form, saveUnchecked }: FieldsProps) {
  const { values, change, provider, list } = form
  const hint = placeholders(provider, values)
  const failed = list.state === 'failed' ? list.error : null
  const problem = failed && <Problem error={failed} saveUnchecked={saveUnchecked} />
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
      help={isMain && list.state === 'unlisted' ? UNLISTED(list.host) : help}
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
