'use client'
import { Switch } from '@/components/ui/switch'
import { type SettingProps, SettingRow } from './setting-row'

export function SwitchSetting({ disabled = false, ...row }: SettingProps & { disabled?: boolean }) {
  return (
    <SettingRow {...row}>
      {({ value, save }) => (
        <Switch label={row.name} checked={value === true} disabled={disabled} onCheckedChange={save} />
      )}
    </SettingRow>
  )
}
