'use client'
import { REACHES } from '@/components/chat/composer/reach-control'
import { THINKING } from '@/components/chat/composer/thinking-control'
import { useShell } from '@/components/shell/shell-context'
import { limits } from '@/lib/shared/limits'
import { Select } from '../ui/select'
import { Switch } from '../ui/switch'
import { NumberSetting } from './number-setting'
import { type SettingProps, SettingRow } from './setting-row'
import type { Settings } from './use-settings'

const PRESETS = THINKING.filter((depth) => depth.value !== 'off').map(({ value, label, note }) => ({
  value,
  label: `${label}, ${note}`,
}))
const SCOPES = REACHES.map(({ value, label, note }) => ({ value, label: `${label}: ${note}` }))

/** One of a few values. */
function SelectSetting({ options, ...row }: SettingProps & { options: { value: string; label: string }[] }) {
  return (
    <SettingRow {...row}>
      {({ value }) => (
        <Select
          label={row.name}
          value={String(value)}
          onChange={(next) => void row.settings.save(row.id, next)}
          options={options}
        />
      )}
    </SettingRow>
  )
}

/** How the agent thinks unless a message says otherwise. */
export function ThinkingSettings({ settings }: { settings: Settings }) {
  const { thinkingOff: isOff } = useShell()
  return (
    <>
      <SettingRow
        settings={settings}
        id="thinking.enabled"
        name="Think before answering"
        help={
          isOff
            ? 'Switched off on this server (ENABLE_REFLECTIVE_MODE=false): every answer is in fast mode.'
            : 'Rounds of thinking, with recalls, before an answer. Off: every answer is in fast mode.'
        }
      >
        {({ key, value }) => (
          <Switch
            label="Think before answering"
            checked={value === true}
            disabled={isOff}
            onCheckedChange={(on) => void settings.save(key, on)}
          />
        )}
      </SettingRow>
      <SelectSetting
        settings={settings}
        id="thinking.preset"
        name="Depth"
        help="Auto decides for each message. The others set how many rounds every message may take."
        options={PRESETS}
      />
      <NumberSetting
        settings={settings}
        id="thinking.maxRecallContexts"
        name="Memories per recall"
        help="How many recalled passages go into the next prompt."
        min={1}
        max={20}
        unit="at most"
      />
      <NumberSetting
        settings={settings}
        id="action.maxSteps"
        name="Steps"
        help="How many calls with tools an answer may take; without thinking at most five."
        min={1}
        max={limits.action.mostSteps}
        unit="at most"
      />
      <NumberSetting
        settings={settings}
        id="answer.maxTokens"
        name="Longest answer"
        help="The most one answer may take; a reasoning model's own thoughts count too."
        min={limits.answer.leastTokens}
        max={limits.answer.mostTokens}
        unit="tokens"
      />
    </>
  )
}

/** What a prompt contains besides the message. */
export function MemorySettings({ settings }: { settings: Settings }) {
  return (
    <>
      <NumberSetting
        settings={settings}
        id="window.size"
        name="Window"
        help="The last turns, sent word for word. The rest is remembered by summaries and recall."
        min={limits.window.min}
        max={limits.window.max}
        unit="turns"
      />
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
        help="Lasting facts from your messages, such as where you live, are listed on the Facts page and used in answers. With a provider it costs one short call of the utility model per message. Off: known facts stay, and nothing new is learned."
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
        min={4_000}
        max={1_000_000}
        unit="tokens"
      />
      <NumberSetting
        settings={settings}
        id="rollUp.every"
        name="Roll up every"
        help="How many turn summaries are combined into one roll-up."
        min={2}
        max={100}
        unit="turns"
      />
    </>
  )
}
