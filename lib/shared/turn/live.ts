import type { UIMessageChunk } from 'ai'
import { each, pick } from '@/lib/shared/pick'
import type { StepDto, TurnDto } from '../dto'
import { madeDecision } from '../schemas'
import { cursorOf, type Frame, isTerminal, type TurnEvent } from './events'

/** Instructions for the reader of a stream, not part of the turn. */
export type Control =
  | { kind: 'cursor' | 'handoff'; cursor: string }
  | { kind: 'reset' | 'queued' | 'settled' }
export type LiveChunk = UIMessageChunk<unknown, { event: TurnEvent; control: Control }>

const DELTA_KIND = {
  'thought-delta': 'thought',
  'reasoning-delta': 'reasoning',
  'answer-delta': 'answer',
} as const
type DeltaEvent = Extract<TurnEvent, { type: keyof typeof DELTA_KIND }>
const isDelta = (event: TurnEvent): event is DeltaEvent => event.type in DELTA_KIND

export const control = (data: Control): LiveChunk => ({ type: 'data-control', data, transient: true })

/**
 * Converts the frames of one stream segment into AI SDK chunks. Part ids are `attempt.step.kind`, so a replay
 * yields the same parts.
 */
export class ChunkWriter {
  private started = false
  private readonly open = new Map<string, 'text' | 'reasoning'>()

  constructor(private readonly turnId: string) {}

  write(frame: Frame): LiveChunk[] {
    const { event, attempt } = frame
    const chunks: LiveChunk[] = this.started ? [] : [{ type: 'start', messageId: this.turnId }]
    this.started = true
    if (isDelta(event)) {
      const id = `${attempt}.${event.step}.${DELTA_KIND[event.type]}`
      const kind = event.type === 'answer-delta' ? 'text' : 'reasoning'
      if (!this.open.has(id)) chunks.push({ type: `${kind}-start`, id })
      this.open.set(id, kind)
      chunks.push({ type: `${kind}-delta`, id, delta: event.text })
    } else {
      chunks.push({ type: 'data-event', id: `${attempt}.${frame.seq}`, data: event })
      if (isTerminal(event)) chunks.push(...this.end(), { type: 'finish' })
    }
    chunks.push(control({ kind: 'cursor', cursor: cursorOf(frame) }))
    return chunks
  }

  private end(): LiveChunk[] {
    const ends = [...this.open].map(([id, kind]): LiveChunk => ({ type: `${kind}-end`, id }))
    this.open.clear()
    return ends
  }
}

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
      return { ...turn, steps, answer: answerOf(steps) }
    }
  }
}

type StepEvent = Extract<TurnEvent, { step: number }>
function applyToStep({ retryAt: _, ...step }: StepDto, event: StepEvent): StepDto {
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
export const answerOf = (steps: Pick<StepDto, 'phase' | 'text'>[]) =>
  steps
    .filter((step) => step.phase === 'act' && step.text.trim())
    .map((step) => step.text.trim())
    .join('\n\n')

/** A turn after these events. Consecutive deltas are joined first, because each event rebuilds the answer. */
export const foldEvents = (base: TurnDto, events: TurnEvent[]): TurnDto =>
  joined(events).reduce(applyEvent, base)

function joined(events: TurnEvent[]): TurnEvent[] {
  const out: TurnEvent[] = []
  for (const event of events) {
    const last = out.at(-1)
    if (last && isDelta(last) && isDelta(event) && last.type === event.type && last.step === event.step)
      out[out.length - 1] = { ...last, text: last.text + event.text }
    else out.push(event)
  }
  return out
}

const PART_EVENT = { thought: 'thought-delta', reasoning: 'reasoning-delta', answer: 'answer-delta' } as const
const partId = /^\d+\.(\d+)\.(thought|reasoning|answer)$/

/** The event in a chunk of `ChunkWriter`; null for chunks that only frame a text. */
export function eventOf(chunk: LiveChunk): TurnEvent | null {
  if (chunk.type === 'data-event') return chunk.data
  if (chunk.type !== 'text-delta' && chunk.type !== 'reasoning-delta') return null
  const [, step, kind] = partId.exec(chunk.id) ?? []
  if (!kind) return null
  return { type: PART_EVENT[kind as keyof typeof PART_EVENT], step: Number(step), text: chunk.delta }
}
