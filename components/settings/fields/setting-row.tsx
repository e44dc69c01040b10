'use client'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingDto } from '@/lib/shared/dto'
import { usePageSettings } from '../use-settings'
import { Layer } from './layer'

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
