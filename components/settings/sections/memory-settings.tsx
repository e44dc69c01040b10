'use client'
import { REACHES } from '@/components/chat/composer/controls/reach-control'
import { Switch } from '@/components/ui/switch'
import { NumberSetting } from '../fields/number-setting'
import { SelectSetting } from '../fields/select-setting'
import { SettingRow } from '../fields/setting-row'
import type { Settings } from '../use-settings'
import { WindowSettings } from './window-settings'

const SCOPES = REACHES.map(({ value, label, note }) => ({ value, label: `${label}: ${note}` }))

/** What a prompt contains besides the message. */
export function MemorySettings({ settings }: { settings: Settings }) {
  return (
    <>
      <WindowSettings settings={settings} />
      <SelectSetting
        settings={settings}
        id="recall.scope"
        name="Recall reaches"
        help="Where the agent may look for what was said earlier. A conversation may say otherwise."
        options={SCOPES}
      />
      <SettingRow
        settings={settings}
        id="facts.enabled"
        name="Learn facts from what you say"
        help="Lasting facts from your messages, such as where you live, are listed on the Facts page and used in answers. With a provider it costs one short call of the utility model per message. Off: nothing new is learned; known facts are still used."
      >
        {({ key, value }) => (
          <Switch
            label="Learn facts from what you say"
            checked={value === true}
            onCheckedChange={(on) => void settings.save(key, on)}
          />
        )}
      </SettingRow>
      <NumberSetting
        settings={settings}
        id="prompt.totalTokens"
        name="Prompt budget"
        help="The largest prompt. Window, summaries, recalled passages and files each have a share of it; what does not fit is left out, the least important first."
        range={{ min: 4_000, max: 1_000_000 }}
        unit="tokens"
      />
      <NumberSetting
        settings={settings}
        id="rollUp.every"
        name="Roll up every"
        help="How many turn summaries are combined into one roll-up."
        range={{ min: 2, max: 100 }}
        unit="turns"
      />
    </>
  )
}
