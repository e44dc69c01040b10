import { Download, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { SCOPE_CHOICES } from '@/components/chat/composer/controls/choice-controls'
import { Button } from '@/components/ui/button'
import { saveFile } from '@/components/ui/save-file'
import { toastFailure } from '@/components/ui/toast-failure'
import type { BackupDto } from '@/lib/shared/transfer/restored'
import { useShell } from '../../shell/shell-context'
import { useFormat } from '../../ui/words/use-format'
import { useTimeZone } from '../../ui/words/use-time-zone'
import { server } from '../actions'
import { NumberSetting, Row, SelectSetting, SwitchSetting } from '../fields/setting-row'
import { WeightsSetting } from '../fields/weights-setting'
import { LearnedModels, ProviderModels } from '../provider/provider-models'
import type { ProviderForm } from '../provider/use-provider-form'
import { anchorOf } from '../sections'
import { usePageSettings } from '../use-settings'
import { PricesEditor } from './prices-editor'
import { Retention } from './retention'
import { LimitSettings, ThinkingSettings, WindowSettings } from './thinking-settings'

type Props = { form: ProviderForm; backups: BackupDto[] }
/** Everything that few people change. Opens by itself for the address of one of its parts. */
export function Advanced({ form, backups }: Props) {
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
              id="provider.withoutHealth"
              name="Never send health facts to this provider"
              help="The latest messages and summaries may still mention them."
            />
            <LearnedModels />
          </Part>
          <Part title="Thinking">
            <ThinkingSettings />
          </Part>
          <Part title="Prompt and recall">
            <WindowSettings />
            <SelectSetting id="recall.scope" name="Recall from" options={SCOPE_CHOICES} />
            <NumberSetting
              id="prompt.totalTokens"
              name="Prompt budget"
              help="What does not fit is left out, lowest priority first."
              unit="tokens"
            />
            <NumberSetting
              id="rollUp.every"
              name="Roll up every"
              help="Summaries of so many messages are combined into one."
              unit="messages"
            />
            <Retention />
          </Part>
          <Part title="Lessons">
            <LearningSettings />
          </Part>
          <Part title="Limits">
            <LimitSettings />
          </Part>
          <Part title="Prices">
            <PricesEditor />
          </Part>
          <Part title="Budget">
            <NumberSetting
              id="budget.dollars"
              name="Dollars per month"
              help="Usage warns from 80%; nothing is blocked."
              unit="dollars"
              empty="None"
            />
            <NumberSetting
              id="budget.tokens"
              name="Tokens per month"
              help="For models without a known price."
              per={1_000}
              unit="thousand"
              empty="None"
            />
          </Part>
          <Part title="Copies">
            <Backups backups={backups} />
            <SettingsFile />
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

const LearningSettings = () => (
  <>
    <NumberSetting id="learning.retrievalK" name="Lessons per message" help="0 turns lessons off." />
    <NumberSetting id="learning.minConfidence" name="Least confidence" per={0.01} unit="%" />
    <WeightsSetting />
    <SwitchSetting
      id="learning.autoConsolidate"
      name="Consolidate automatically"
      help="Merges duplicates, flags contradictions and retires unused lessons."
    />
    <NumberSetting id="learning.consolidateEvery" name="Consolidate every" unit="answers" />
  </>
)

function Backups({ backups }: { backups: BackupDto[] }) {
  const format = useFormat()
  const zone = useTimeZone()
  const { signedInAs } = useShell()
  const back = signedInAs
    ? 'To go back to one, ask whoever runs this server.'
    : 'To go back to one, stop Mneme and run “npm run mneme -- restore FILE --replace”.'
  return (
    <Row name="Daily backups" help={back}>
      {backups.length === 0 && <p className="text-ink-soft text-sm">None yet.</p>}
      <ul aria-label="Backups" className="flex flex-col gap-1 text-sm tabular-nums">
        {backups.map(({ at, bytes, file }) => (
          <li key={at}>
            {format.date(new Date(at), zone)} at {format.time(new Date(at), zone)} · {format.bytes(bytes)}
            {file && <code className="block break-all font-mono text-ink-faint text-xs">{file}</code>}
          </li>
        ))}
      </ul>
    </Row>
  )
}

function SettingsFile() {
  const settings = usePageSettings()
  const format = useFormat()
  const chooser = useRef<HTMLInputElement>(null)
  const save = async () => {
    const result = await server.exportSettings()
    if (!result.ok) return toastFailure(result.error)
    saveFile('mneme-settings.json', result.value)
  }
  const take = async (file: File) => {
    const result = await server.importSettings(await file.text())
    if (!result.ok) return toastFailure(result.error)
    const { taken, left, settings: all } = result.value
    settings.replace(all)
    const rest = left.length ? ` Not imported: ${left.join(', ')}.` : ''
    toast(`${format.plural(taken.length, 'setting')} imported.${rest}`)
  }
  return (
    <Row name="Settings as a file" help="API keys are left out, and model and instructions are not imported.">
      <input
        ref={chooser}
        type="file"
        accept="application/json"
        aria-label="Settings file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void take(file)
          event.target.value = ''
        }}
      />
      <Button onClick={() => chooser.current?.click()}>
        <SlidersHorizontal aria-hidden className="size-4" /> Import settings
      </Button>
      <Button onClick={() => void save()}>
        <Download aria-hidden className="size-4" /> Export settings
      </Button>
    </Row>
  )
}
