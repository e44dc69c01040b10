import { each, pick } from '@/lib/shared/pick'
import type { StepDto, TurnDto } from '../dto'
import { madeDecision } from '../schemas'
import { joinedEvents, type TurnEvent } from './events'

const emptyStep = (index: number): StepDto => ({
  index,
  phase: 'act',
  ...each('round decision stop usage firstMs totalMs', null),
  ...each('provider model text reasoning finish', ''),
  ...each('recalls tools retries notices sections', []),
})

const FRESH = {
  status: 'running' as const,
  steps: [],
  answer: '',
  ...each('error endedAt thinking window', null),
}
/**
 * Returns the turn after one more event, without changing `turn`. `started` begins an attempt and clears the
 * last one.
 */
export function applyEvent(turn: TurnDto, event: TurnEvent): TurnDto {
  switch (event.type) {
    case 'started':
      return { ...turn, ...FRESH, startedAt: event.at }
    case 'classified':
      return { ...turn, thinking: event.thinking, window: event.window ?? null }
    case 'completed':
    case 'stopped':
    case 'interrupted':
      return { ...turn, status: event.type, endedAt: event.at, error: null }
    case 'failed':
      return { ...turn, status: 'failed', endedAt: event.at, error: event.error }
    default: {
      const known = turn.steps.find((step) => step.index === event.step)
      const step = applyToStep(known ?? emptyStep(event.step), event)
      const steps = known
        ? turn.steps.map((other) => (other === known ? step : other))
        : [...turn.steps, step].sort((a, b) => a.index - b.index)
      return { ...turn, steps, answer: answerIn(steps) }
    }
  }
}

type StepEvent = Extract<TurnEvent, { step: number }>
function applyToStep({ retryAt: _, asking: __, ...step }: StepDto, event: StepEvent): StepDto {
  switch (event.type) {
    case 'step-started':
      return { ...step, ...pick(event, 'phase round provider model sections') }
    case 'thought-delta':
    case 'answer-delta':
      return { ...step, text: step.text + event.text }
    case 'reasoning-delta':
      return { ...step, reasoning: step.reasoning + event.text }
    case 'retracted':
      return event.chars > 0
        ? { ...step, reasoning: step.reasoning.slice(0, -event.chars) }
        : { ...step, reasoning: (step.reasoning + step.text).trimEnd(), text: '' }
    case 'answered':
      return { ...step, phase: 'act', round: null }
    case 'recall':
      return { ...step, recalls: [...step.recalls, event.recall] }
    case 'tool':
      return { ...step, tools: [...step.tools, event.call] }
    case 'asking':
      return { ...step, asking: event.call }
    case 'decision':
      return { ...step, decision: madeDecision(event.decision), stop: event.stop }
    case 'retry':
      return {
        ...step,
        retries: [...step.retries, event.reason],
        ...(event.at ? { retryAt: event.at } : {}),
      }
    case 'notice':
      return { ...step, notices: [...step.notices, event.text] }
    case 'step-ended':
      return { ...step, finish: event.finish, usage: event.usage, totalMs: event.ms, firstMs: event.firstMs }
  }
}

/** What the action steps said, in order. The only definition of a turn's answer. */
export const answerIn = (steps: Pick<StepDto, 'phase' | 'text'>[]) =>
  steps
    .filter((step) => step.phase === 'act' && step.text.trim())
    .map((step) => step.text.trim())
    .join('\n\n')

/** A turn after these events. Consecutive deltas are joined first, because each event rebuilds the answer. */
export const foldEvents = (base: TurnDto, events: TurnEvent[]): TurnDto =>
  joinedEvents(events).reduce(applyEvent, base)
