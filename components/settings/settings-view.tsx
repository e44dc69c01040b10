'use client'
import { Download, FileDown, LogOut } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { ForgottenList } from '../forget/forgotten-list'
import { leave } from '../shell/leave'
import { PageHeader } from '../shell/page-header'
import { IMPORT_PAGE } from '../shell/places'
import { useShell } from '../shell/shell-context'
import { THEMES, useChosenTheme } from '../shell/theme-menu'
import { downloadEverything } from '../transfer/download'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { InstructionsBox } from '../ui/instructions-box'
import { Select } from '../ui/select'
import { Switch } from '../ui/switch'
import { CheckResult } from './check-result'
import { EmbeddingProgress } from './embedding-progress'
import { Layer } from './layer'
import { MemorySettings, ThinkingSettings } from './memory-settings'
import { PricesEditor } from './prices-editor'
import { ProviderButtons, ProviderFields, TestResult } from './provider-fields'
import { useProviderForm } from './use-provider-form'
import { useSettings } from './use-settings'

/** Every setting with the layer its value comes from. */
export function SettingsView({ settings: initial }: { settings: SettingDto[] }) {
  const settings = useSettings(initial)
  const [theme, setTheme] = useChosenTheme()
  return (
    <>
      <PageHeader title="Settings" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-2xl flex-col gap-10 px-4 py-8">
          <Provider />
          <Section title="Instructions">
            <InstructionsBox
              label="What Mneme should do in every conversation"
              help="How to address you, in which language and tone, what to keep in mind. A conversation can have instructions of its own, in its menu. Mneme’s own rules on safety and memory stay."
              placeholder="Call me Ana. Answer briefly, with metric units."
              value={String(settings.get('instructions.person')?.value ?? '')}
              onSave={(text) => settings.save('instructions.person', text === '' ? null : text)}
            />
          </Section>
          <Section title="Thinking">
            <ThinkingSettings settings={settings} />
          </Section>
          <Section title="Memory">
            <MemorySettings settings={settings} />
          </Section>
          <Section title="Forgotten">
            <ForgottenList />
          </Section>
          <Section title="Prices">
            <PricesEditor settings={settings} />
          </Section>
          <Section title="Appearance">
            <Row name="Theme" help="Kept in this browser.">
              <Select label="Theme" value={theme} onChange={setTheme} options={THEMES} />
            </Row>
          </Section>
          <Section title="Your data">
            <YourData />
          </Section>
          <SignedIn />
          <p className="text-ink-faint text-xs">
            A message's choice overrides the conversation's, which overrides yours, then the environment, then
            the defaults. Database, folders, hosts and the access token are set by the environment alone.
          </p>
        </div>
      </div>
    </>
  )
}

function Section({ title, children, end }: { title: string; children: ReactNode; end?: ReactNode }) {
  const id = useId()
  return (
    <section id={title.toLowerCase().replaceAll(' ', '-')} aria-labelledby={id} className="scroll-mt-4">
      <div className="flex items-center gap-3 border-line border-b pb-2">
        <h2 id={id} className="flex-1 font-medium text-base">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  )
}

const Row = ({ name, help, children }: { name: string; help: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-medium">{name}</p>
      <p className="text-ink-soft">{help}</p>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)

function SignedIn() {
  const { signedInAs } = useShell()
  if (!signedInAs) return null
  return (
    <Section title="Access">
      <Row
        name={`Signed in as ${signedInAs}`}
        help="Signing out removes drafts and recent searches from this browser."
      >
        <Button onClick={() => void leave()}>
          <LogOut aria-hidden className="size-4" /> Sign out
        </Button>
      </Row>
    </Section>
  )
}

function YourData() {
  const router = useRouter()
  return (
    <Row
      name="Import and export"
      help="Bring conversations from ChatGPT, Claude or another Mneme; take all of yours with you as one file."
    >
      <Button onClick={() => router.push(IMPORT_PAGE)}>
        <FileDown aria-hidden className="size-4" /> Import
      </Button>
      <Button onClick={downloadEverything}>
        <Download aria-hidden className="size-4" /> Export everything
      </Button>
    </Row>
  )
}

const ROLES = [
  ['reflective', 'Thinking now'],
  ['fast', 'Fast answers now'],
  ['utility', 'Summaries and titles now'],
] as const
function Provider() {
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
          {ROLES.map(([role, words]) => (
            <div key={role} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-soft">{words}</dt>
              <dd className="font-medium">
                {provider.roles[role].model}{' '}
                {provider.roles[role].offline ? (
                  <Chip>offline</Chip>
                ) : (
                  provider.own?.unchecked && (
                    <Chip title="Saved without asking the service whether it has this model">
                      not confirmed
                    </Chip>
                  )
                )}
              </dd>
            </div>
          ))}
        </dl>
        <EmbeddingProgress version={provider} />
        <ProviderFields form={form} more />
        <Row name="Stay offline" help="Use the built-in engine even though a provider is set.">
          <Switch
            label="Stay offline"
            checked={values.offline}
            onCheckedChange={(offline) => form.change({ offline })}
          />
        </Row>
        <TestResult form={form} />
        <CheckResult form={form} saveUnchecked={() => void form.save({ unchecked: true })} />
        <ProviderButtons form={form} save="Save provider">
          {form.saved && (
            <span role="status" className="mr-auto text-accent">
              {form.saved}
            </span>
          )}
          {isOwn && <Button onClick={() => void form.reset()}>Use the environment's values</Button>}
        </ProviderButtons>
      </form>
    </Section>
  )
}
