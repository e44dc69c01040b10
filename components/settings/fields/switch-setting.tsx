'use client'
import { Switch } from '@/components/ui/switch'
import { type SettingProps, SettingRow } from './setting-row'

/** On or off. */
export function SwitchSetting({ disabled = false, ...row }: SettingProps & { disabled?: boolean }) {
  return (
    <SettingRow {...row}>
      {({ value }) => (
        <Switch
          label={row.name}
          checked={value === true}
          disabled={disabled}
          onCheckedChange={(on) => void row.settings.save(row.id, on)}
        />
      )}
    </SettingRow>
  )
}
