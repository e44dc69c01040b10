'use client'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '@/components/ui/chip'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import type { SettingDto } from '@/lib/shared/dto'
import { usePageSettings } from '../use-settings'

export type SettingProps = { id: string; name: string; help?: ReactNode }
type Shown = { value: SettingDto['value']; save(value: unknown): void }
type Props = SettingProps & { note?: ReactNode; children: (setting: Shown) => ReactNode }

/** One setting: its name, description, layer and control. `note` = an error, or that it is not saved yet. */
export function SettingRow({ id, name, help, note, children }: Props) {
  const settings = usePageSettings()
  const setting = settings.get(id)
  if (!setting) return null
  const save = (value: unknown) => void settings.save(id, value)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex min-h-6 flex-wrap items-center gap-2 font-medium">
          {name} <Layer layer={setting.layer} />
          {setting.layer === 'user' && (
            <button
              type="button"
              aria-label={`Reset ${name}`}
              onClick={() => save(null)}
              className="rounded-sm px-1 font-normal text-ink-soft text-xs underline-offset-2 hover:text-ink hover:underline"
            >
              Reset
            </button>
          )}
          <span role="status" className="contents">
            {settings.saved === id && (
              <span className="inline-flex items-center gap-1 font-normal text-accent text-xs">
                <Check aria-hidden className="size-3.5" /> Saved
              </span>
            )}
          </span>
        </p>
        <p className="text-ink-soft empty:hidden">{help}</p>
        {note}
      </div>
      <div className="flex items-center gap-1">{children({ value: setting.value, save })}</div>
    </div>
  )
}

const WORDS: Record<Exclude<SettingDto['layer'], 'default'>, string> = {
  message: 'from this message',
  conversation: 'from this conversation',
  user: 'set by you',
  environment: 'from the environment',
}

/** The layer a value comes from, unless it is the default. */
export const Layer = ({ layer }: { layer: SettingDto['layer'] }) =>
  layer === 'default' ? null : <Chip tone={layer === 'user' ? 'accent' : 'plain'}>{WORDS[layer]}</Chip>

type RowProps = { name: string; help?: string; children: ReactNode }
export const Row = ({ name, help, children }: RowProps) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-medium">{name}</p>
      <p className="text-ink-soft empty:hidden">{help}</p>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)

export function SelectSetting({
  options,
  ...row
}: SettingProps & { options: { value: string; label: string }[] }) {
  return (
    <SettingRow {...row}>
      {({ value, save }) => (
        <Select label={row.name} value={String(value)} onChange={save} options={options} />
      )}
    </SettingRow>
  )
}

export function SwitchSetting({ disabled = false, ...row }: SettingProps & { disabled?: boolean }) {
  return (
    <SettingRow {...row}>
      {({ value, save }) => (
        <Switch label={row.name} checked={value === true} disabled={disabled} onCheckedChange={save} />
      )}
    </SettingRow>
  )
}
