'use client'
import { Select } from '@/components/ui/select'
import { type SettingProps, SettingRow } from './setting-row'

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
