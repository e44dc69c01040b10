'use client'
import { LogOut } from 'lucide-react'
import { useRef } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { ForgottenList } from '../forget/forgotten-list'
import { leave } from '../shell/leave'
import { PageHeader } from '../shell/page-header'
import { useShell } from '../shell/shell-context'
import { THEMES, useChosenTheme } from '../shell/theme-menu'
import { Button } from '../ui/button'
import { useHydrated } from '../ui/hooks/use-hydrated'
import { InstructionsBox } from '../ui/instructions-box'
import { Select } from '../ui/select'
import { Row } from './fields/row'
import { ProviderSection } from './provider/provider-section'
import { Section, SectionNav } from './sections'
import { BudgetSettings } from './sections/budget-settings'
import { LearningSettings } from './sections/learning-settings'
import { MemorySettings } from './sections/memory-settings'
import { PricesEditor } from './sections/prices-editor'
import { Retention } from './sections/retention'
import { LimitSettings, ThinkingSettings } from './sections/thinking-settings'
import { YourData } from './sections/your-data'
import { useSettings } from './use-settings'

const TITLES = [
  'Provider',
  'Instructions',
  'Thinking',
  'Memory',
  'Learning',
  'Limits',
  'Prices',
  'Budget',
  'Forgotten',
  'Appearance',
  'Your data',
]

/** Every setting, with the layer its value comes from where that is not the default. */
export function SettingsView({ settings: initial }: { settings: SettingDto[] }) {
  const settings = useSettings(initial)
  const hydrated = useHydrated()
  const scroller = useRef<HTMLDivElement>(null)
  const [theme, setTheme] = useChosenTheme()
  const { signedInAs } = useShell()
  return (
    <>
      <PageHeader title="Settings" />
      <div ref={scroller} inert={!hydrated} className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-4xl lg:flex lg:gap-10 lg:px-6 lg:py-8">
          <SectionNav titles={signedInAs ? [...TITLES, 'Access'] : TITLES} scroller={scroller} />
          <div className="mx-auto flex w-full min-w-0 max-w-2xl flex-col gap-10 px-4 py-8 lg:px-0 lg:py-0">
            <ProviderSection settings={settings} />
            <Section title="Instructions">
              <InstructionsBox
                label="How Mneme should answer in every conversation"
                help="How to address you, which language and tone to use, what to keep in mind. A conversation can have its own instructions; set them in its menu. Mneme’s own rules on safety and memory always apply."
                placeholder="Call me Ana. Answer briefly. Use metric units."
                value={String(settings.get('instructions.person')?.value ?? '')}
                onSave={(text) => settings.save('instructions.person', text === '' ? null : text)}
              />
            </Section>
            <Section title="Thinking">
              <ThinkingSettings settings={settings} />
            </Section>
            <Section title="Memory">
              <MemorySettings settings={settings} />
              <Retention settings={settings} />
            </Section>
            <Section title="Learning">
              <LearningSettings settings={settings} />
            </Section>
            <Section title="Limits">
              <LimitSettings settings={settings} />
            </Section>
            <Section title="Prices">
              <PricesEditor settings={settings} />
            </Section>
            <Section title="Budget">
              <BudgetSettings settings={settings} />
            </Section>
            <Section title="Forgotten">
              <ForgottenList />
            </Section>
            <Section title="Appearance">
              <Row name="Theme" help="Saved in this browser.">
                <Select label="Theme" value={theme} onChange={setTheme} options={THEMES} />
              </Row>
            </Section>
            <Section title="Your data">
              <YourData settings={settings} />
            </Section>
            {signedInAs && <SignedIn name={signedInAs} />}
            <p className="text-ink-faint text-xs">
              Message settings override the conversation’s, which override yours, then the environment, then
              the defaults. The database, directories, hosts and access token can only be set in the
              environment.
            </p>
          </div>
        </div>
      </div>
    </>
  )
}

const SignedIn = ({ name }: { name: string }) => (
  <Section title="Access">
    <Row
      name={`Signed in as ${name}`}
      help="Signing out removes drafts and recent searches from this browser."
    >
      <Button onClick={() => void leave()}>
        <LogOut aria-hidden className="size-4" /> Sign out
      </Button>
    </Row>
  </Section>
)
