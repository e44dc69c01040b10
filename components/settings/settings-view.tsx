'use client'
import { FileDown, Plug } from 'lucide-react'
import Link from 'next/link'
import { useRef } from 'react'
import { CONNECTIONS_PAGE, IMPORT_PAGE } from '@/components/shell/places'
import { buttonClass } from '@/components/ui/button'
import type { SettingDto } from '@/lib/shared/dto'
import type { BackupDto } from '@/lib/shared/transfer/restored'
import { ForgottenList } from '../forget/forgotten-list'
import { PageHeader } from '../shell/page-header'
import { useShell } from '../shell/shell-context'
import { THEMES, useChosenTheme } from '../shell/theme'
import { useHydrated } from '../ui/hooks/use-hydrated'
import { InstructionsBox } from '../ui/instructions-box'
import { Select } from '../ui/select'
import { Row } from './fields/row'
import { SwitchSetting } from './fields/switch-setting'
import { ProviderSection } from './provider/provider-section'
import { useProviderForm } from './provider/use-provider-form'
import { Section, SectionNav } from './sections'
import { Advanced } from './sections/advanced'
import { Backups } from './sections/backups'
import { useSettings } from './use-settings'

/** Takes conversations in and out. */
const YourData = () => (
  <>
    <Row
      name="Import and export"
      help="Import conversations from ChatGPT, Claude or another Mneme server, or export all of yours as one file."
    >
      <Link href={IMPORT_PAGE} className={buttonClass({})}>
        <FileDown aria-hidden className="size-4" /> Import and export
      </Link>
    </Row>
    <Row
      name="Connect another program"
      help="Let Claude Code, Codex, Cursor and others use your memory, each with a token of its own."
    >
      <Link href={CONNECTIONS_PAGE} className={buttonClass({})}>
        <Plug aria-hidden className="size-4" /> Connections
      </Link>
    </Row>
  </>
)

const TITLES = ['Provider', 'Instructions', 'Memory', 'Appearance', 'Your data', 'Advanced']

/** What most people set, and the rest under Advanced. */
export function SettingsView({
  settings: initial,
  backups,
}: {
  settings: SettingDto[]
  backups: BackupDto[]
}) {
  const settings = useSettings(initial)
  const form = useProviderForm()
  const hydrated = useHydrated()
  const scroller = useRef<HTMLDivElement>(null)
  const [theme, setTheme] = useChosenTheme()
  const { signedInAs } = useShell()
  return (
    <>
      <PageHeader title="Settings" />
      <div ref={scroller} inert={!hydrated} className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-4xl lg:flex lg:gap-10 lg:px-6 lg:py-8">
          <SectionNav titles={TITLES} scroller={scroller} />
          <div className="mx-auto flex w-full min-w-0 max-w-2xl flex-col gap-10 px-4 py-8 lg:px-0 lg:py-0">
            <ProviderSection form={form} />
            <Section title="Instructions">
              <InstructionsBox
                label="How Mneme should answer in every conversation"
                help="How to address you, which language and tone to use, what to keep in mind. A conversation can have its own instructions; set them in its menu. Mneme’s own rules on safety and memory always apply."
                placeholder="Call me Ana. Answer briefly. Use metric units."
                value={String(settings.get('instructions.person')?.value ?? '')}
                onSave={(text) => settings.save('instructions.person', text === '' ? null : text)}
              />
            </Section>
            <Section title="Memory">
              <SwitchSetting
                settings={settings}
                id="facts.enabled"
                name="Learn facts from what you say"
                help="Lasting facts from your messages, such as where you live, are listed on the Facts page and used in answers. Off: nothing new is learned; known facts are still used."
              />
              <div id="learning" className="scroll-mt-16 border-line border-t lg:scroll-mt-8">
                <SwitchSetting
                  settings={settings}
                  id="learning.enabled"
                  name="Learn lessons from answers"
                  help="After an answer the model notes what it teaches; lessons help in later answers. Without a model nothing is learned from answers, but your ratings count. Off: nothing is learned, and no lessons are used."
                />
              </div>
            </Section>
            <Section title="Appearance">
              <Row name="Theme" help="Saved in this browser.">
                <Select label="Theme" value={theme} onChange={setTheme} options={THEMES} />
              </Row>
            </Section>
            <Section title="Your data">
              <YourData />
              <Backups backups={backups} />
              <ForgottenList />
            </Section>
            <Advanced settings={settings} form={form} />
            {signedInAs && (
              <p className="text-ink-faint text-xs">
                Signed in as {signedInAs}. Signing out, at the end of the sidebar, removes drafts and recent
                searches from this browser.
              </p>
            )}
          </div>
        </div>
      </div>
    </>
  )
}
