'use client'
import { Switch } from '@/components/ui/switch'
import { limits } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import { NumberSetting } from '../fields/number-setting'
import { SettingRow } from '../fields/setting-row'
import type { Settings } from '../use-settings'
import { windowNote } from './window-note'

const { demanding, short, shortWords } = windowLimits

/** How many of the last turns a prompt holds word for word. */
export function WindowSettings({ settings }: { settings: Settings }) {
  const of = (key: string) => settings.get(key)?.value
  const note = windowNote({
    size: of('window.size'),
    adaptive: of('window.adaptive'),
    minSize: of('window.minSize'),
    maxSize: of('window.maxSize'),
  })
  return (
    <>
      <NumberSetting
        settings={settings}
        id="window.size"
        name="Window"
        help={
          <>
            The last turns, sent word for word, the running one included. The rest is remembered by summaries
            and recall. {note && <span className="text-ink">{note}</span>}
          </>
        }
        range={limits.window}
        unit="turns"
        instead={{ value: 'full', label: 'All turns' }}
      />
      <SettingRow
        settings={settings}
        id="window.adaptive"
        name="Adapt the window to the message"
        help={`${demanding} turns for work such as refactoring, designing, planning or comparing, ${short} for a message under ${shortWords} words. What is chosen for one conversation or message stays as it is.`}
      >
        {({ key, value }) => (
          <Switch
            label="Adapt the window to the message"
            checked={value === true}
            onCheckedChange={(on) => void settings.save(key, on)}
          />
        )}
      </SettingRow>
      <NumberSetting
        settings={settings}
        id="window.minSize"
        name="Smallest window"
        help="An adapted window never has fewer turns."
        range={limits.window}
        unit="turns"
      />
      <NumberSetting
        settings={settings}
        id="window.maxSize"
        name="Largest window"
        help="An adapted window never has more turns."
        range={limits.window}
        unit="turns"
      />
    </>
  )
}
