import { describe, expect, it } from 'vitest'
import { createRedact } from '@/lib/model/call/redact'
import { breath } from '@/lib/shared/breath'
import type { ModelCall } from '@/lib/shared/model-call'
import type { TerminalEvent, ThinkingPlan, TurnEvent } from '@/lib/shared/turn/events'
import { Telemetry } from './telemetry'
import { keptSink } from './testing-figures'

const AT = '2026-05-01T10:00:00.000Z'
const SECRET = 'the quick zebra'
const usage = {
  inputTokens: 100,
  cachedTokens: 40,
  outputTokens: 10,
  reasoningTokens: 0,
  estimated: false,
  costMicros: 2_000,
}
const call = (over: Partial<ModelCall> = {}): ModelCall => ({
  role: 'reflective',
  provider: 'openai',
  model: 'atlas',
  usage,
  ms: 50,
  error: null,
  ...over,
})
const plan = (depth: ThinkingPlan['depth'], maxSteps: number) =>
  ({
    maxSteps,
    depth,
    classified: { label: 'COMPLEX', depth, by: 'model', reasons: [SECRET] },
  }) as unknown as ThinkingPlan
const started = (step: number, phase: 'think' | 'act'): TurnEvent => ({
  type: 'step-started',
  step,
  phase,
  round: phase === 'think' ? 1 : null,
  provider: 'openai',
  model: 'atlas',
  sections: [],
})
const ended = (step: number): TurnEvent => ({
  type: 'step-ended',
  step,
  finish: 'stop',
  usage,
  ms: 50,
  firstMs: 1,
})
const ARGS = { query: SECRET, key: 'sk-abcdef0123456789' }
const tool = (name: string, ok = true, args: object = ARGS): TurnEvent => ({
  type: 'tool',
  step: 0,
  call: { id: 'x', index: 0, name, args, ok, result: SECRET, ms: 5 },
})

function recorder({ prompts = false } = {}) {
  const kept = keptSink()
  const lines: string[] = []
  let time = 1_000
  const telemetry = new Telemetry({
    sinks: [kept.sink],
    now: () => time,
    tools: ['search_memories'],
    log: (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
    redact: prompts ? async (ownerId) => createRedact([`key-of-${ownerId}`]) : null,
  })
  const play = async (events: (TurnEvent | ModelCall | number | null)[]) => {
    const watch = telemetry.turn('turn_1', 'user_1')
    if (prompts) await breath()
    for (const event of events) {
      if (typeof event === 'number') time += event
      else if (event && 'role' in event) watch.called(event)
      else watch.event(event)
    }
  }
  return { ...kept, lines, telemetry, play }
}
const turn = (end: TerminalEvent, maxSteps = 10): (TurnEvent | ModelCall | number)[] => [
  call({ role: 'utility', model: 'small' }),
  { type: 'classified', thinking: plan('complex', maxSteps) },
  started(0, 'think'),
  call(),
  tool('search_memories'),
  tool(SECRET, false),
  1_500,
  ended(0),
  started(1, 'act'),
  call(),
  ended(1),
  started(2, 'act'),
  call(),
  ended(2),
  end,
]

describe('a turn', () => {
  it('is a trace of its steps, calls, tools and recalls, with codes and without text', () => {
    const { spans, play } = recorder()
    play(turn({ type: 'failed', at: AT, error: { code: 'tool_loop', message: SECRET } }))
    const [root] = spans
    expect(spans).toHaveLength(1)
    expect(root).toMatchObject({
      name: 'turn',
      startMs: 1_000,
      endMs: 2_500,
      error: 'tool_loop',
      attributes: {
        'mneme.turn.depth': 'complex',
        'mneme.turn.status': 'failed',
        'mneme.turn.steps': 3,
        'mneme.tokens.input': 400,
        'mneme.tokens.output': 40,
      },
    })
    expect(root?.children.map(({ name }) => name)).toEqual(['chat small', 'step', 'step', 'step'])
    expect(root?.children[1]?.children.map(({ name, error }) => [name, error])).toEqual([
      ['chat atlas', null],
      ['execute_tool search_memories', null],
      ['execute_tool other', 'tool_failed'],
    ])
    expect(JSON.stringify(spans)).not.toContain(SECRET)
  })

  it('of a dead process is counted once, by the one that settled it', () => {
    const { figures, telemetry } = recorder()
    telemetry.recovered([
      { type: 'classified', thinking: plan('deep', 15) },
      started(0, 'act'),
      { type: 'interrupted', at: AT },
    ])
    expect(figures).toEqual({ 'mneme_turns_total{depth="deep",status="interrupted"}': 1 })
  })
})

describe('a job', () => {
  it('is counted with its calls and is a trace of its own', () => {
    const { figures, spans, telemetry } = recorder()
    const watch = telemetry.job('summary')
    watch.called(call({ role: 'utility', error: 'provider_timeout' }))
    watch.ended('internal')
    expect(figures).toMatchObject({
      'mneme_model_calls_total{role="utility",ok="false"}': 1,
      'mneme_jobs_total{kind="summary",ok="false"}': 1,
    })
    expect(spans[0]).toMatchObject({
      name: 'job summary',
      error: 'internal',
      children: [{ name: 'chat atlas', error: 'provider_timeout' }],
    })
  })
})

describe('the end of the process', () => {
  it('waits for what is left, but not for long', async () => {
    const closing = (sink: { close?: () => Promise<void> }) =>
      new Telemetry({
        sinks: [{ ...keptSink().sink, ...sink }],
        now: () => 0,
        tools: [],
        log: () => {},
        redact: null,
      }).close(1)
    await closing({ close: () => Promise.reject(new Error('no endpoint')) })
    await closing({ close: () => new Promise(() => {}) })
  })
})
