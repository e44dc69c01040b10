'use client'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { IconButton } from '../ui/icon-button'
import { Layer } from './layer'
import type { Settings } from './use-settings'

export type SettingProps = { settings: Settings; id: string; name: string; help: string }
type Props = SettingProps & { children: (setting: SettingDto) => ReactNode }

/** One setting: its name, description, layer and control. */
export function SettingRow({ settings, id, name, help, children }: Props) {
  const setting = settings.get(id)
  if (!setting) return null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name} <Layer layer={setting.layer} />
        </p>
        <p className="text-ink-soft">{help}</p>
      </div>
      <div className="flex items-center gap-1">
        {children(setting)}
        {setting.layer === 'user' && (
          <IconButton label={`Reset ${name}`} small onClick={() => void settings.save(id, null)}>
            <RotateCcw />
          </IconButton>
        )}
      </div>
    </div>
  )
}
