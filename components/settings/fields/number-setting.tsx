'use client'
import { useId } from 'react'
import { Switch } from '@/components/ui/switch'
import { usePageSettings } from '../use-settings'
import { inputClass } from './field'
import { type SettingProps, SettingRow } from './setting-row'
import { useText } from './use-text'

type Props = SettingProps & {
  range: { min: number; max: number }
  unit: string
  /** Shown where nothing is set; then the number may be empty. */
  empty?: string
  /** The stored value of one unit. */
  per?: number
  /** A value that means "no number", with its own switch. */
  instead?: { value: string; label: string }
}

/** Without the rounding error of a decimal unit. */
const exact = (value: number) => Number(value.toPrecision(12))

/** A whole number in a range, saved on blur or Enter. */
export function NumberSetting({ range, unit, empty, per = 1, instead, ...row }: Props) {
  const { id, name } = row
  const settings = usePageSettings()
  const noteId = useId()
  const stored = settings.get(id)?.value
  const shown = typeof stored === 'number' ? String(exact(stored / per)) : ''
  const [text, setText] = useText(shown)
  const [min, max] = [range.min / per, range.max / per]
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
