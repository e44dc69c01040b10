'use client'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import type { ProviderDto } from '@/lib/shared/dto'
import { Layer } from '../fields/layer'
import { Section } from '../sections'
import { ProviderButtons, ProviderFields } from './provider-fields'
import { ServiceOffers } from './service-offers'
import type { ProviderForm } from './use-provider-form'

const ROLES = [
  ['reflective', 'Thinking now'],
  ['fast', 'Fast answers now'],
  ['utility', 'Summaries and titles now'],
] as const
/** A line for each model that answers now; one line if it is the same for everything. */
function rolesOf({ roles: { reflective, fast, utility } }: ProviderDto) {
  const isOne = [fast, utility].every(
    ({ model, offline }) => model === reflective.model && offline === reflective.offline,
  )
  return isOne ? [['reflective', 'Answering now'] as const] : ROLES
}

/** The provider in one step: its address, key and model, tried and saved. */
export function ProviderSection({ form }: { form: ProviderForm }) {
  const { provider, values, isOwn } = form
  const isEnvironments = provider.environment.baseUrl !== null || provider.keyFrom === 'environment'
  const isSet = isOwn || isEnvironments
  const [startsOpen] = useState(isSet || form.isUnsaved)
  return (
    <Section
      title="Model"
      end={<Layer layer={isOwn ? 'user' : isEnvironments ? 'environment' : 'default'} />}
    >
      <form
        className="grid gap-5 pt-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <dl className="grid gap-1.5 rounded-md bg-surface px-4 py-3">
          {rolesOf(provider).map(([role, words]) => (
            <div key={role} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-soft">{words}</dt>
              <dd className="font-medium">
                {provider.roles[role].model}{' '}
                {!provider.roles[role].offline && provider.own?.unchecked && (
                  <Chip title="Saved without checking that the service has this model">not confirmed</Chip>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {provider.problem && <p className="text-error">{provider.problem}</p>}
        <details open={startsOpen}>
          {!isSet && (
            <summary className={buttonClass({ className: 'w-fit cursor-pointer' })}>Connect a model</summary>
          )}
          <div className="grid gap-5 pt-5">
            {!isSet && <ServiceOffers form={form} look={false} />}
            <ProviderFields form={form} saveUnchecked={() => void form.save({ unchecked: true })} />
            <p role="status" className={form.saved ? 'text-accent' : 'text-ink-soft empty:hidden'}>
              {form.saved ??
                (form.isUnsaved && `Not saved yet${values.apiKey && '. The key is not kept if you leave'}.`)}
            </p>
            <ProviderButtons form={form}>
              {form.isUnsaved && (
                <Button look="ghost" onClick={form.discard}>
                  Discard
                </Button>
              )}
            </ProviderButtons>
          </div>
        </details>
      </form>
    </Section>
  )
}
