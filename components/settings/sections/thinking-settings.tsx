'use client'
import { THINKING } from '@/components/chat/composer/controls/thinking-control'
import { useShell } from '@/components/shell/shell-context'
import { limits } from '@/lib/shared/limits'
import { settingRanges } from '@/lib/shared/limits/settings'
import { NumberSetting } from '../fields/number-setting'
import { SelectSetting, SwitchSetting } from '../fields/setting-row'

const PRESETS = THINKING.filter((depth) => depth.value !== 'off').map(({ value, label, note }) => ({
  value,
  label: `${label}, ${note}`,
}))
const CLASSIFIERS = [
  { value: 'model', label: 'Rules, then a model when they are unsure' },
  { value: 'heuristic', label: 'Rules only' },
  { value: 'off', label: 'Nobody: every message is Fast' },
]

export function ThinkingSettings() {
  const { thinkingOff: isOff } = useShell()
  return (
    <>
      <SwitchSetting
        id="thinking.enabled"
        name="Think before answering"
        help={
          isOff
            ? 'Turned off on this server (ENABLE_REFLECTIVE_MODE=false).'
            : 'If off, every answer is Fast.'
        }
        disabled={isOff}
      />
      <SelectSetting id="thinking.preset" name="How much thinking" options={PRESETS} />
      <SelectSetting id="thinking.classifier" name="Who decides in Auto" options={CLASSIFIERS} />
      <NumberSetting
        id="thinking.maxRounds"
        name="Rounds of thinking"
        range={settingRanges.rounds}
        unit="at most"
        empty="by level"
      />
      <NumberSetting
        id="thinking.tokenBudget"
        name="Thinking budget"
        help="After so many tokens the answer must be given."
        range={settingRanges.thinkingTokens}
        unit="tokens"
        empty="by level"
      />
      <NumberSetting
        id="thinking.maxRecallContexts"
        name="Memories per recall"
        range={{ min: 1, max: 20 }}
        unit="at most"
      />
      <NumberSetting
        id="action.maxSteps"
        name="Steps"
        help="Of tools for one answer; without thinking, at most five."
        range={{ min: 1, max: limits.action.mostSteps }}
        unit="at most"
      />
      <SwitchSetting
        id="action.adaptiveSteps"
        name="Learn the step limit"
        help="From what similar answers needed."
      />
      <NumberSetting
        id="answer.maxTokens"
        name="Longest answer"
        help="Includes the model’s own thinking."
        range={{ min: limits.answer.leastTokens, max: limits.answer.mostTokens }}
        unit="tokens"
      />
    </>
  )
}

export function LimitSettings() {
  return (
    <>
      <NumberSetting
        id="model.apiRequestTimeout"
        name="First word"
        help="How long a model may take to begin: 10 minutes on your machine or network, 1 elsewhere."
        range={settingRanges.requestTimeout}
        per={1_000}
        unit="seconds"
        empty="by service"
      />
      <NumberSetting
        id="model.silenceTimeout"
        name="Silence"
        help="How long it may pause: 3 minutes on your machine or network, 1 elsewhere."
        range={settingRanges.silence}
        per={1_000}
        unit="seconds"
        empty="by service"
      />
      <NumberSetting
        id="model.callTimeout"
        name="Whole call"
        help="How long one call may take: no limit on your machine or network, 15 minutes elsewhere."
        range={settingRanges.callTimeout}
        per={60_000}
        unit="minutes"
        empty="by service"
        instead={{ value: 'none', label: 'No limit' }}
      />
      <NumberSetting
        id="model.maxRetryAttempts"
        name="Retries after a failure"
        help="How many times a failed call is retried before the answer fails. Calls are not retried once text has been shown."
        range={settingRanges.retries}
        unit="at most"
      />
      <NumberSetting
        id="action.consecutiveMistakeLimit"
        name="Failed tool calls in a row"
        help="After this many, the agent must answer with what it knows."
        range={settingRanges.mistakes}
        unit="at most"
      />
    </>
  )
}
