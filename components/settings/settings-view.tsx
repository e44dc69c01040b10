'use client'
import Link from 'next/link'
import { useTheme } from 'next-themes'
import { useRef } from 'react'
import { CONNECTIONS_PAGE, IMPORT_PAGE } from '@/components/shell/places'
import { buttonClass } from '@/components/ui/button'
import type { SettingDto } from '@/lib/shared/dto'
import type { BackupDto } from '@/lib/shared/transfer/restored'
import { ForgottenList } from '../forget/forgotten-list'
import { PageHeader } from '../shell/page-header'
import { useShell } from '../shell/shell-context'
import { useHydrated } from '../ui/hooks/use-hydrated'
import { InstructionsBox } from '../ui/instructions-box'
import { Select } from '../ui/select'
import { Row } from './fields/row'
import { SwitchSetting } from './fields/switch-setting'
import { ProviderSection } from './provider/provider-section'
import { useProviderForm } from './provider/use-provider-form'
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
