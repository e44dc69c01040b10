'use client'
import { THINKING } from '@/components/chat/composer/controls/choice-controls'
import { useShell } from '@/components/shell/shell-context'
import { windowLimits } from '@/lib/shared/limits/window'
import { NumberSetting, SelectSetting, SwitchSetting } from '../fields/setting-row'
import { usePageSettings } from '../use-settings'

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
      <NumberSetting id="thinking.maxRounds" name="Rounds of thinking" empty="by level" />
      <NumberSetting
        id="thinking.tokenBudget"
        name="Thinking budget"
        help="After so many tokens the answer must be given."
        unit="tokens"
        empty="by level"
      />
      <NumberSetting id="thinking.maxRecallContexts" name="Memories per recall" />
      <NumberSetting
        id="action.maxSteps"
        name="Steps"
        help="Of tools for one answer; without thinking, at most five."
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
        per={1_000}
        unit="seconds"
        empty="by service"
      />
      <NumberSetting
        id="model.silenceTimeout"
        name="Silence"
        help="How long it may pause: 3 minutes on your machine or network, 1 elsewhere."
        per={1_000}
        unit="seconds"
        empty="by service"
      />
      <NumberSetting
        id="model.callTimeout"
        name="Whole call"
        help="How long one call may take: no limit on your machine or network, 15 minutes elsewhere."
        per={60_000}
        unit="minutes"
        empty="by service"
        instead={{ value: 'none', label: 'No limit' }}
      />
      <NumberSetting
        id="model.maxRetryAttempts"
        name="Retries after a failure"
        help="How many times a failed call is retried before the answer fails. Calls are not retried once text has been shown."
      />
      <NumberSetting
        id="action.consecutiveMistakeLimit"
        name="Failed tool calls in a row"
        help="After this many, the agent must answer with what it knows."
      />
    </>
  )
}

const WARNING =
  'Warning: every call sends all earlier messages, so each message in a long conversation costs more than the last.'

/** What a person should know about how these settings work together; '' = nothing. */
export function windowNote({ size, adaptive, minSize, maxSize }: Record<string, unknown>): string {
  if (size === 'full') return WARNING
  if (adaptive !== true || ![size, minSize, maxSize].every((value) => typeof value === 'number')) return ''
  const [own, least, most] = [Number(size), Number(minSize), Number(maxSize)]
  if (least > most)
    return `The smallest window is larger than the largest, so every window has ${least} messages.`
  if (own < least) return `Because windows adapt, at least ${least} messages are sent.`
  return own > most ? `Because windows adapt, at most ${most} messages are sent.` : ''
}

const { demanding, short, shortWords } = windowLimits

export function WindowSettings() {
  const settings = usePageSettings()
  const of = (key: string) => settings.get(key)?.value
  const grows = of('window.grows') === true && of('window.size') !== 'full'
  const note = windowNote({
    size: of('window.size'),
    adaptive: !grows && of('window.adaptive'),
    minSize: of('window.minSize'),
    maxSize: of('window.maxSize'),
  })
  return (
    <>
      <NumberSetting
        id="window.size"
        name="Window"
        help={
          <>
            The most recent messages, sent word for word. {note && <span className="text-ink">{note}</span>}
          </>
        }
        unit="messages"
        instead={{ value: 'full', label: 'All messages' }}
      />
      <SwitchSetting
        id="window.grows"
        name="Let the window grow"
        help="Almost to twice its size, so that the provider can reuse what it has read."
      />
      {!grows && (
        <>
          <SwitchSetting
            id="window.adaptive"
            name="Adapt the window to the message"
            help={`${demanding} messages for demanding work, ${short} for a message under ${shortWords} words.`}
          />
          <NumberSetting id="window.minSize" name="Smallest window" unit="messages" />
          <NumberSetting id="window.maxSize" name="Largest window" unit="messages" />
        </>
      )}
    </>
  )
}
