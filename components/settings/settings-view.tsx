'use client'
import Link from 'next/link'
import { useTheme } from 'next-themes'
import { useRef, useState } from 'react'
import { CONNECTIONS_PAGE, IMPORT_PAGE } from '@/components/shell/places'
import { Button, buttonClass } from '@/components/ui/button'
import type { ProviderDto, SettingDto } from '@/lib/shared/dto'
import type { BackupDto } from '@/lib/shared/transfer/restored'
import { ForgottenList } from '../forget/forgotten-list'
import { PageHeader } from '../shell/page-header'
import { useShell } from '../shell/shell-context'
import { Chip } from '../ui/chip'
import { useHydrated } from '../ui/hooks/use-hydrated'
import { InstructionsBox } from '../ui/instructions-box'
import { Select } from '../ui/select'
import { Layer, Row, SwitchSetting } from './fields/setting-row'
import { ProviderButtons, ProviderFields } from './provider/provider-fields'
import { ServiceOffers } from './provider/service-offers'
import { type ProviderForm, useProviderForm } from './provider/use-provider-form'
import { Section, SectionNav } from './sections'
import { Advanced } from './sections/advanced'
import { SettingsContext, useSettings } from './use-settings'

type Theme = 'light' | 'dark' | 'system'
const THEMES: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]
const TITLES = ['Model', 'Instructions', 'Memory', 'Appearance', 'Your data', 'Advanced']

export function SettingsView(props: { settings: SettingDto[]; backups: BackupDto[] }) {
  const settings = useSettings(props.settings)
  const form = useProviderForm()
  const hydrated = useHydrated()
  const scroller = useRef<HTMLDivElement>(null)
  const { theme = 'system', setTheme } = useTheme()
  const { signedInAs } = useShell()
  return (
    <SettingsContext value={settings}>
      <PageHeader title="Settings" />
      <div ref={scroller} inert={!hydrated} className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-4xl lg:flex lg:gap-10 lg:px-6 lg:py-8">
          <SectionNav titles={TITLES} scroller={scroller} />
          <div className="mx-auto flex w-full min-w-0 max-w-2xl flex-col gap-10 px-4 py-8 lg:px-0 lg:py-0">
            <ProviderSection form={form} />
            <Section title="Instructions">
              <InstructionsBox
                label="How Mneme should answer in every conversation"
                placeholder="Call me Ana. Answer briefly. Use metric units."
                value={String(settings.get('instructions.person')?.value ?? '')}
                onSave={(text) => settings.save('instructions.person', text === '' ? null : text)}
              />
            </Section>
            <Section title="Memory">
              <SwitchSetting
                id="facts.enabled"
                name="Learn facts from what you say"
                help="If off, known facts are still used."
              />
              <div id="learning" className="scroll-mt-16 border-line border-t lg:scroll-mt-8">
                <SwitchSetting
                  id="learning.enabled"
                  name="Learn lessons from answers"
                  help="If off, known lessons are not used either."
                />
              </div>
            </Section>
            <Section title="Appearance">
              <Row name="Theme">
                <Select
                  label="Theme"
                  // Only the browser knows it.
                  value={hydrated ? (theme as Theme) : 'system'}
                  onChange={setTheme}
                  options={THEMES}
                />
              </Row>
            </Section>
            <Section title="Your data">
              <div className="flex flex-wrap gap-2 py-4">
                <Link href={IMPORT_PAGE} className={buttonClass({})}>
                  Import and export
                </Link>
                <Link href={CONNECTIONS_PAGE} className={buttonClass({})}>
                  Connections
                </Link>
              </div>
              <ForgottenList />
            </Section>
            <Advanced form={form} backups={props.backups} />
            {signedInAs && <p className="text-ink-faint text-xs">Signed in as {signedInAs}</p>}
          </div>
        </div>
      </div>
    </SettingsContext>
  )
}

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

function ProviderSection({ form }: { form: ProviderForm }) {
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
