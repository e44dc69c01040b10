'use client'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Switch } from '@/components/ui/switch'
import type { ProviderDto } from '@/lib/shared/dto'
import { Layer } from '../fields/layer'
import { Row } from '../fields/row'
import { SettingRow } from '../fields/setting-row'
import { Section } from '../sections'
import { EmbeddingProgress } from '../sections/embedding-progress'
import type { Settings } from '../use-settings'
import { LearnedModels } from './learned-models'
import { ProviderButtons, ProviderFields } from './provider-fields'
import { ServiceOffers } from './service-offers'
import { TestResult } from './test-result'
import { useProviderForm } from './use-provider-form'

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

/** The provider and its models. */
export function ProviderSection({ settings }: { settings: Settings }) {
  const form = useProviderForm()
  const { provider, values } = form
  const isOwn = provider.own !== null || provider.keyFrom === 'settings'
  const isEnvironments = provider.environment.baseUrl !== null || provider.keyFrom === 'environment'
  return (
    <Section
      title="Provider"
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
                {provider.roles[role].offline ? (
                  <Chip>offline</Chip>
                ) : (
                  provider.own?.unchecked && (
                    <Chip title="Saved without checking that the service has this model">not confirmed</Chip>
                  )
                )}
              </dd>
            </div>
          ))}
        </dl>
        {provider.problem && <p className="text-error">{provider.problem}</p>}
        <EmbeddingProgress version={provider} />
        <ServiceOffers form={form} look={false} />
        <ProviderFields form={form} more />
        <Row name="Stay offline" help="Use the built-in engine even if a provider is set.">
          <Switch
            label="Stay offline"
            checked={values.offline}
            onCheckedChange={(offline) => form.change({ offline })}
          />
        </Row>
        <TestResult form={form} saveUnchecked={() => void form.save({ unchecked: true })} />
        <ProviderButtons form={form} save="Save provider">
          {form.saved && (
            <span role="status" className="mr-auto text-accent">
              {form.saved}
            </span>
          )}
          {form.isUnsaved && (
            <>
              <span className="mr-auto text-ink-soft">
                Not saved yet{values.apiKey && '. The key is not kept if you leave'}.
              </span>
              <Button look="ghost" onClick={form.discard}>
                Discard
              </Button>
            </>
          )}
          {isOwn && <Button onClick={() => void form.reset()}>Use the environment's values</Button>}
        </ProviderButtons>
      </form>
      <SettingRow
        settings={settings}
        id="provider.withoutHealth"
        name="Never send health facts to this provider"
        help="Leaves diagnoses, medication, allergies and injuries out of the facts in prompts. Earlier messages that are quoted may still mention them."
      >
        {({ key, value }) => (
          <Switch
            label="Never send health facts to this provider"
            checked={value === true}
            onCheckedChange={(on) => void settings.save(key, on)}
          />
        )}
      </SettingRow>
      <LearnedModels settings={settings} />
    </Section>
  )
}
