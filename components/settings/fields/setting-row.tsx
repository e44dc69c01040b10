'use client'
import { Check } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Chip } from '@/components/ui/chip'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import type { SettingDto } from '@/lib/shared/dto'
import { type RangedSetting, settingRanges } from '@/lib/shared/limits/settings'
import { usePageSettings } from '../use-settings'
import { inputClass } from './field'

export type SettingProps = { id: string; name: string; help?: ReactNode }
type SettingControl = { value: SettingDto['value']; save(value: unknown): void }
type Props = SettingProps & { note?: ReactNode; children: (setting: SettingControl) => ReactNode }

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

/** A field's text until `shown` changes; reset while rendering, as an effect could discard typed text. */
export function useText(shown: string) {
  const [text, setText] = useState(shown)
  const [last, setLast] = useState(shown)
  if (last !== shown) {
    setLast(shown)
    setText(shown)
  }
  return [text, setText] as const
}

type NumberSettingProps = SettingProps & {
  id: RangedSetting
  unit?: string
  /** Shown where nothing is set; then the number may be empty. */
  empty?: string
  /** The stored value of one unit. */
  per?: number
  /** A value that means "no number", with its own switch. */
  instead?: { value: string; label: string }
}

/** Without the rounding error of a decimal unit. */
const exact = (value: number) => Number(value.toPrecision(12))

/** A whole number in its range, saved on blur or Enter. */
export function NumberSetting({ unit = 'at most', empty, per = 1, instead, ...row }: NumberSettingProps) {
  const { id, name } = row
  const settings = usePageSettings()
  const noteId = useId()
  const stored = settings.get(id)?.value
  const shown = typeof stored === 'number' ? String(exact(stored / per)) : ''
  const [text, setText] = useText(shown)
  const [min, max] = [settingRanges[id].min / per, settingRanges[id].max / per]
  const number = Number(text)
  const isEmpty = text.trim() === ''
  const isInstead = instead !== undefined && stored === instead.value
  const isValid = isEmpty
    ? empty !== undefined || isInstead
    : Number.isInteger(number) && number >= min && number <= max
  const isChanged = text.trim() !== shown
  const save = () => {
    if (isValid && isChanged && !(isEmpty && isInstead))
      void settings.save(id, isEmpty ? null : exact(number * per))
  }
  const wrong = `Not saved. Enter a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`
  return (
    <SettingRow
      {...row}
      note={
        <p
          id={noteId}
          role={isValid ? undefined : 'alert'}
          className={`text-xs empty:hidden ${isValid ? 'text-ink-soft' : 'text-error'}`}
        >
          {!isValid ? wrong : isChanged ? 'Not saved yet. Press Enter to save.' : ''}
        </p>
      }
    >
      {() => (
        <>
          {instead && (
            <span className="mr-3 inline-flex items-center gap-2">
              <span aria-hidden>{instead.label}</span>
              <Switch
                label={`${name}: ${instead.label}`}
                checked={isInstead}
                onCheckedChange={(on) => void settings.save(id, on ? instead.value : null)}
              />
            </span>
          )}
          <input
            aria-label={name}
            aria-describedby={noteId}
            inputMode="numeric"
            value={text}
            placeholder={empty}
            disabled={isInstead}
            aria-invalid={!isValid}
            onChange={(event) => setText(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key === 'Enter') save()
              if (event.key === 'Escape') setText(shown)
            }}
            className={`${inputClass} !w-28 text-right tabular ${isValid ? '' : '!border-error'}`}
          />
          <span className="w-16 pl-1 text-ink-soft">{unit}</span>
        </>
      )}
    </SettingRow>
  )
}
