'use client'
import { useEffect, useState } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { inputClass } from './field'
import { SettingRow } from './setting-row'
import type { Settings } from './use-settings'

type Props = {
  settings: Settings
  id: string
  name: string
  help: string
  min: number
  max: number
  unit: string
}

/** A whole number in a range, saved on blur or Enter. */
export function NumberSetting({ settings, id, name, help, min, max, unit }: Props) {
  const setting = settings.get(id)
  return setting && <NumberRow key={id} {...{ settings, id, name, help, min, max, unit, setting }} />
}

function NumberRow({ settings, id, name, help, min, max, unit, setting }: Props & { setting: SettingDto }) {
  const [text, setText] = useState(String(setting.value))
  useEffect(() => setText(String(setting.value)), [setting.value])
  const number = Number(text)
  const valid = text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
  const save = () => {
    if (valid && number !== setting.value) void settings.save(id, number)
  }
  return (
    <SettingRow
      setting={setting}
      name={name}
      help={
        valid
          ? help
          : `Not saved: use a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`
      }
      onReset={() => void settings.save(id, null)}
    >
      <input
        aria-label={name}
        inputMode="numeric"
        value={text}
        aria-invalid={!valid}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key === 'Escape') setText(String(setting.value))
        }}
        className={`${inputClass} !w-28 text-right tabular ${valid ? '' : '!border-error'}`}
      />
      <span className="w-14 text-ink-soft">{unit}</span>
    </SettingRow>
  )
}
