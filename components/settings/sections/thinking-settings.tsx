'use client'
import { THINKING } from '@/components/chat/composer/controls/thinking-control'
import { useShell } from '@/components/shell/shell-context'
import { Switch } from '@/components/ui/switch'
import { limits } from '@/lib/shared/limits'
import { settingRanges } from '@/lib/shared/limits/settings'
import { NumberSetting } from '../fields/number-setting'
import { SelectSetting } from '../fields/select-setting'
import { SettingRow } from '../fields/setting-row'
import type { Settings } from '../use-settings'

const PRESETS = THINKING.filter((depth) => depth.value !== 'off').map(({ value, label, note }) => ({
  value,
  label: `${label}, ${note}`,
}))
const CLASSIFIERS = [
  { value: 'model', label: 'Rules, and a model where they are unsure' },
  { value: 'heuristic', label: 'Rules alone' },
  { value: 'off', label: 'Nobody: every message is moderate' },
]

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
      <SelectSetting
        settings={settings}
        id="thinking.classifier"
        name="Who decides in Auto"
        help="A short call of the utility model costs a little and is right more often about unusual messages."
        options={CLASSIFIERS}
      />
      <NumberSetting
        settings={settings}
        id="thinking.maxRounds"
        name="Rounds of thinking"
        help="For every message that thinks. A depth chosen in a conversation brings its own."
        range={settingRanges.rounds}
        unit="at most"
        empty="by depth"
      />
      <NumberSetting
        settings={settings}
        id="thinking.tokenBudget"
        name="Thinking budget"
        help="When a turn’s rounds have used this many tokens, it has to answer."
        range={settingRanges.thinkingTokens}
        unit="tokens"
        empty="by depth"
      />
      <NumberSetting
        settings={settings}
        id="thinking.maxRecallContexts"
        name="Memories per recall"
        help="How many recalled passages go into the next prompt."
        range={{ min: 1, max: 20 }}
        unit="at most"
      />
      <NumberSetting
        settings={settings}
        id="action.maxSteps"
        name="Steps"
        help="How many calls with tools an answer may take; without thinking at most five."
        range={{ min: 1, max: limits.action.mostSteps }}
        unit="at most"
      />
      <SettingRow
        settings={settings}
        id="action.adaptiveSteps"
        name="Learn the steps"
        help="When at least five similar turns went well, an answer may take as many steps as nine in ten of them took, and never more than above."
      >
        {({ key, value }) => (
          <Switch
            label="Learn the steps"
            checked={value === true}
            onCheckedChange={(on) => void settings.save(key, on)}
          />
        )}
      </SettingRow>
      <NumberSetting
        settings={settings}
        id="answer.maxTokens"
        name="Longest answer"
        help="The most one answer may take; a reasoning model's own thoughts count too."
        range={{ min: limits.answer.leastTokens, max: limits.answer.mostTokens }}
        unit="tokens"
      />
    </>
  )
}

/** How patient the agent is with models and tools. */
export function LimitSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <NumberSetting
        settings={settings}
        id="model.apiRequestTimeout"
        name="Wait for a model"
        help="How long a call may take until its first word. A large model on your own machine may need more."
        range={settingRanges.requestTimeout}
        per={1_000}
        unit="seconds"
      />
      <NumberSetting
        settings={settings}
        id="model.maxRetryAttempts"
        name="Tries after a failure"
        help="How often a failed call is made again before the turn fails. Nothing is repeated once text was shown."
        range={settingRanges.retries}
        unit="at most"
      />
      <NumberSetting
        settings={settings}
        id="action.consecutiveMistakeLimit"
        name="Failed tool calls in a row"
        help="After this many, the agent has to answer with what it knows."
        range={settingRanges.mistakes}
        unit="at most"
      />
    </>
  )
}
