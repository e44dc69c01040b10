import { type ReactNode, useEffect, useRef } from 'react'
import { SCOPE_CHOICES } from '@/components/chat/composer/controls/memory-control'
import { settingRanges } from '@/lib/shared/limits/settings'
import type { BackupDto } from '@/lib/shared/transfer/restored'
import { NumberSetting } from '../fields/number-setting'
import { SelectSetting } from '../fields/select-setting'
import { SwitchSetting } from '../fields/switch-setting'
import { LearnedModels } from '../provider/learned-models'
import { ProviderModels } from '../provider/provider-models'
import type { ProviderForm } from '../provider/use-provider-form'
import { anchorOf } from '../sections'
import type { Settings } from '../use-settings'
import { Backups } from './backups'
import { LearningSettings } from './learning-settings'
import { PricesEditor } from './prices-editor'
import { Retention } from './retention'
import { SettingsFile } from './settings-file'
import { LimitSettings, ThinkingSettings } from './thinking-settings'
import { WindowSettings } from './window-settings'

const SCOPES = SCOPE_CHOICES.map(({ value, label }) => ({ value, label }))

/** What a prompt contains besides the message. */
function MemorySettings({ settings }: { settings: Settings }) {
  return (
    <>
      <WindowSettings settings={settings} />
      <SelectSetting settings={settings} id="recall.scope" name="Recall from" options={SCOPES} />
      <NumberSetting
        settings={settings}
        id="prompt.totalTokens"
        name="Prompt budget"
        help="What does not fit is left out, lowest priority first."
        range={{ min: 4_000, max: 1_000_000 }}
        unit="tokens"
      />
      <NumberSetting
        settings={settings}
        id="rollUp.every"
        name="Roll up every"
        help="Summaries of so many messages are combined into one."
        range={{ min: 2, max: 100 }}
        unit="messages"
      />
    </>
  )
}

/** What a month may take. It warns and stops nothing. */
const BudgetSettings = ({ settings }: { settings: Settings }) => (
  <>
    <NumberSetting
      settings={settings}
      id="budget.dollars"
      name="Dollars per month"
      help="Usage warns from 80%; nothing is blocked."
      range={settingRanges.budgetDollars}
      unit="dollars"
      empty="None"
    />
    <NumberSetting
      settings={settings}
      id="budget.tokens"
      name="Tokens per month"
      help="For models without a known price."
      range={settingRanges.budgetTokens}
      per={1_000}
      unit="thousand"
      empty="None"
    />
  </>
)

type Props = { settings: Settings; form: ProviderForm; backups: BackupDto[] }
/** Everything that few people change. Opens by itself for the address of one of its parts. */
export function Advanced({ settings, form, backups }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const show = () => {
      const part = document.getElementById(location.hash.slice(1))
      if (!details.current || !part) return
      if (part.id !== 'advanced' && !details.current.contains(part)) return
      details.current.open = true
      part.scrollIntoView()
    }
    show()
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [])
  return (
    <section id="advanced" aria-labelledby="advanced-title" className="scroll-mt-16 lg:scroll-mt-8">
      <details
        ref={details}
        onToggle={({ currentTarget: { open, parentElement } }) => {
          if (open && !details.current?.contains(document.getElementById(location.hash.slice(1))))
            parentElement?.scrollIntoView()
        }}
      >
        <summary className="cursor-pointer border-line border-b pb-2 hover:text-accent">
          <h2 id="advanced-title" className="inline font-medium text-base">
            Advanced
          </h2>
        </summary>
        <div className="flex flex-col gap-10 pt-8">
          <Part title="Models">
            <ProviderModels form={form} />
            <SwitchSetting
              settings={settings}
              id="provider.withoutHealth"
              name="Never send health facts to this provider"
              help="The latest messages and summaries may still mention them."
            />
            <LearnedModels settings={settings} />
          </Part>
          <Part title="Thinking">
            <ThinkingSettings settings={settings} />
          </Part>
          <Part title="Prompt and recall">
            <MemorySettings settings={settings} />
            <Retention settings={settings} />
          </Part>
          <Part title="Lessons">
            <LearningSettings settings={settings} />
          </Part>
          <Part title="Limits">
            <LimitSettings settings={settings} />
          </Part>
          <Part title="Prices">
            <PricesEditor settings={settings} />
          </Part>
          <Part title="Budget">
            <BudgetSettings settings={settings} />
          </Part>
          <Part title="Copies">
            <Backups backups={backups} />
            <SettingsFile settings={settings} />
          </Part>
        </div>
      </details>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = anchorOf(title)
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 lg:scroll-mt-8">
      <h3 id={`${id}-title`} className="font-medium text-ink-soft">
        {title}
      </h3>
      {children}
    </section>
  )
}
