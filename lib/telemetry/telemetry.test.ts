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
  it('is counted with its depth, status, steps, tools, tokens and cost', () => {
    const { figures, play } = recorder()
    play(turn({ type: 'completed', at: AT }))
    expect(figures).toEqual({
      'mneme_model_calls_total{role="utility",ok="true"}': 1,
      'mneme_model_calls_total{role="reflective",ok="true"}': 3,
      'mneme_tokens_total{role="utility",kind="input"}': 100,
      'mneme_tokens_total{role="utility",kind="cached"}': 40,
      'mneme_tokens_total{role="utility",kind="output"}': 10,
      'mneme_tokens_total{role="reflective",kind="input"}': 300,
      'mneme_tokens_total{role="reflective",kind="cached"}': 120,
      'mneme_tokens_total{role="reflective",kind="output"}': 30,
      'mneme_cost_dollars_total{role="utility"}': 0.002,
      'mneme_cost_dollars_total{role="reflective"}': 0.006,
      'mneme_classified_total{complexity="complex",by="model"}': 1,
      'mneme_tool_calls_total{tool="search_memories",ok="true"}': 1,
      'mneme_tool_calls_total{tool="other",ok="false"}': 1,
      'mneme_turns_total{depth="complex",status="completed"}': 1,
      'mneme_turn_duration_seconds{depth="complex"}': 1.5,
      'mneme_turn_steps{depth="complex"}': 3,
      'mneme_turn_tools{complexity="complex"}': 2,
    })
  })

  it('reaches the step cap with its last allowed call with tools, not before', () => {
    for (const [maxSteps, hits] of [
      [2, 1],
      [3, undefined],
    ] as const) {
      const { figures, lines, play } = recorder()
      play(turn({ type: 'completed', at: AT }, maxSteps))
      expect(figures.mneme_step_cap_total).toBe(hits)
      expect(lines.filter((line) => line.startsWith('Reached max steps (2)'))).toHaveLength(hits ?? 0)
    }
    const { figures, play } = recorder()
    const simple = { type: 'classified', thinking: plan('simple', 1) } as const
    play([simple, started(0, 'act'), ended(0), { type: 'completed', at: AT }])
    expect(figures.mneme_step_cap_total).toBeUndefined()
  })

  it('logs its complexity, actions and end; arguments only with prompt logging, without keys', async () => {
    const plain = recorder()
    plain.play(turn({ type: 'completed', at: AT }))
    expect(plain.lines.map((line) => line.split(' {')[0])).toEqual([
      'Complexity: COMPLEX',
      'Step 1: action search_memories',
      'Step 1: action other',
      'Reflective mode completed in 3 steps (1.5 s)',
    ])
    expect(plain.lines.join()).not.toContain(SECRET)
    const open = recorder({ prompts: true })
    await open.play(turn({ type: 'failed', at: AT, error: { code: 'tool_loop', message: SECRET } }))
    expect(open.lines[1]).toContain(`Step 1: action search_memories(query="${SECRET}", key="[key]")`)
    expect(open.lines.at(-1)).toContain('Reflective mode failed after 3 steps (1.5 s)')
    const long = recorder({ prompts: true })
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, i]))
    await long.play([started(0, 'act'), tool('search_memories', true, { query: 'x'.repeat(5_000), ...many })])
    expect(long.lines[0]?.length).toBeLessThan(400)
    const own = recorder({ prompts: true })
    await own.play([started(0, 'act'), tool('search_memories', true, { query: 'key-of-user_1' })])
    expect(own.lines[0]).toContain('search_memories(query="[key]")')
  })

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

  it('that another process took over is a trace here and counted there', () => {
    const { figures, spans, play } = recorder()
    play([started(0, 'act'), null])
    expect(spans[0]).toMatchObject({ error: 'lease_lost', attributes: { 'mneme.turn.status': 'lost' } })
    expect(spans[0]?.children[0]?.endMs).toBe(1_000)
    expect(figures).toEqual({})
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

  it('ends once, whatever comes after its end', () => {
    const { figures, spans, play } = recorder()
    play([{ type: 'stopped', at: AT }, null, { type: 'completed', at: AT }])
    expect([spans.length, figures['mneme_turns_total{depth="unknown",status="stopped"}']]).toEqual([1, 1])
    expect(Object.keys(figures).filter((name) => name.includes('completed'))).toEqual([])
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
