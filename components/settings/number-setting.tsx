'use client'
import { useEffect, useState } from 'react'
import { inputClass } from './field'
import { type SettingProps, SettingRow } from './setting-row'

type Props = SettingProps & { min: number; max: number; unit: string }

/** A whole number in a range, saved on blur or Enter. */
export function NumberSetting({ min, max, unit, ...row }: Props) {
  const { settings, id, name } = row
  const stored = settings.get(id)?.value
  const [text, setText] = useState(String(stored))
  useEffect(() => setText(String(stored)), [stored])
  const number = Number(text)
  const valid = text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
  const save = () => {
    if (valid && number !== stored) void settings.save(id, number)
  }
  const wrong = `Not saved: use a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`
  return (
    <SettingRow {...row} help={valid ? row.help : wrong}>
      {() => (
        <>
          <input
            aria-label={name}
            inputMode="numeric"
            value={text}
            aria-invalid={!valid}
            onChange={(event) => setText(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key === 'Enter') save()
              if (event.key === 'Escape') setText(String(stored))
            }}
            className={`${inputClass} !w-28 text-right tabular ${valid ? '' : '!border-error'}`}
          />
          <span className="w-14 text-ink-soft">{unit}</span>
        </>
      )}
    </SettingRow>
  )
}
