'use client'
import { SCOPE_CHOICES } from '@/components/chat/composer/controls/memory-control'
import { NumberSetting } from '../fields/number-setting'
import { SelectSetting } from '../fields/select-setting'
import type { Settings } from '../use-settings'
import { WindowSettings } from './window-settings'

const SCOPES = SCOPE_CHOICES.map(({ value, label, note }) => ({ value, label: `${label}: ${note}` }))

/** What a prompt contains besides the message. */
export function MemorySettings({ settings }: { settings: Settings }) {
  return (
    <>
      <WindowSettings settings={settings} />
      <SelectSetting
        settings={settings}
        id="recall.scope"
        name="Recall from"
        help="Where the agent may look for earlier messages. A conversation can override this."
        options={SCOPES}
      />
      <NumberSetting
        settings={settings}
        id="prompt.totalTokens"
        name="Prompt budget"
        help="The maximum prompt size. Window, summaries, recalled passages and files each get a share; what does not fit is left out, lowest priority first."
        range={{ min: 4_000, max: 1_000_000 }}
        unit="tokens"
      />
      <NumberSetting
        settings={settings}
        id="rollUp.every"
        name="Roll up every"
        help="How many summaries of messages are combined into one roll-up."
        range={{ min: 2, max: 100 }}
        unit="messages"
      />
    </>
  )
}
