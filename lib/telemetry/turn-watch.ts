import type { ModelCall } from '@/lib/shared/model-call'
import { isReflective } from '@/lib/shared/turn/depth'
import type { TerminalEvent, ThinkingPlan, TurnEvent } from '@/lib/shared/turn/events'
import { isTerminal } from '@/lib/shared/turn/events'
import { callSpan, recordCall, tokensIn } from './calls'
import type { Sink, TraceSpan } from './sink'

export type WatchDeps = {
  sink: Sink
  now(): number
  /** Names a model may call. Any other name it makes up counts as `other`. */
  tools: ReadonlySet<string>
  log(message: string, fields?: Record<string, unknown>): void
  /** The arguments of a tool call as the log may show them. */
  shownArgs(args: unknown): string
}

/** Watches one attempt of a turn: counts it, logs its steps, and hands on its trace when it ends. */
export class TurnWatch {
  private readonly root: TraceSpan
  private step: TraceSpan | null = null
  private plan: ThinkingPlan | null = null
  private readonly counts = { steps: 0, acting: 0, tools: 0 }
  private ended = false

  constructor(
    private readonly turnId: string,
    private readonly deps: WatchDeps,
  ) {
    const startMs = deps.now()
    const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Mneme' }
    this.root = { name: 'turn', startMs, endMs: startMs, attributes, error: null, children: [] }
  }

  readonly called = (call: ModelCall): void => {
    recordCall(call, this.deps.sink)
    this.add(callSpan(call, this.deps.now()))
  }

  /** null = the turn is no longer this process's. */
  event(event: TurnEvent | null): void {
    if (this.ended) return
    if (event === null) this.end('lost', 'lease_lost')
    else if (isTerminal(event)) this.settled(event)
    else if (event.type === 'classified') this.classified(event.thinking)
    else if (event.type === 'step-started') this.stepStarted(event)
    else if (event.type === 'tool') this.tool(event.call)
    else if (event.type === 'recall') {
      const { engine, ms, hits } = event.recall
      this.add(this.span('recall', ms, { 'mneme.recall.engine': engine, 'mneme.recall.hits': hits.length }))
    } else if (event.type === 'step-ended') this.stepEnded(event.finish)
  }

  private get depth() {
    return this.plan?.depth ?? 'unknown'
  }

  private classified(plan: ThinkingPlan) {
    this.plan = plan
    if (!plan.classified) return
    const { label, by } = plan.classified
    this.deps.sink.record('mneme_classified_total', { complexity: label.toLowerCase(), by }, 1)
    this.deps.log(`Complexity: ${label}`, { turnId: this.turnId, depth: plan.depth, by })
  }

  private stepStarted({ phase, round }: Extract<TurnEvent, { type: 'step-started' }>) {
    this.counts.steps += 1
    if (phase === 'act') this.counts.acting += 1
    this.step = this.span('step', 0, {
      'mneme.step.number': this.counts.steps,
      'mneme.step.phase': phase,
      ...(round === null ? {} : { 'mneme.step.round': round }),
    })
    this.root.children.push(this.step)
  }

  private tool({ name, args, ok, ms }: Extract<TurnEvent, { type: 'tool' }>['call']) {
    const tool = this.deps.tools.has(name) ? name : 'other'
    this.counts.tools += 1
    this.deps.sink.record('mneme_tool_calls_total', { tool, ok: String(ok) }, 1)
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': 'function',
      'mneme.tool.ok': ok,
    }
    this.add({ ...this.span(`execute_tool ${tool}`, ms, attributes), error: ok ? null : 'tool_failed' })
    this.deps.log(`Step ${this.counts.steps}: action ${tool}${this.deps.shownArgs(args)}`, {
      turnId: this.turnId,
    })
  }

  private stepEnded(finish: string) {
    if (!this.step) return
    this.step.endMs = this.deps.now()
    Object.assign(this.step.attributes, { 'mneme.step.finish': finish, ...tokensIn(this.step) })
    if (finish === 'error') this.step.error = 'error'
    this.step = null
  }

  private settled(event: TerminalEvent) {
    const { sink, log } = this.deps
    const { depth, plan, turnId } = this
    const { steps, acting, tools } = this.counts
    this.end(event.type, event.type === 'failed' ? event.error.code : null)
    const seconds = (this.root.endMs - this.root.startMs) / 1_000
    sink.record('mneme_turns_total', { depth, status: event.type }, 1)
    sink.record('mneme_turn_duration_seconds', { depth }, seconds)
    sink.record('mneme_turn_steps', { depth }, steps)
    const complexity = plan?.classified?.label.toLowerCase() ?? 'unknown'
    sink.record('mneme_turn_tools', { complexity }, tools)
    if (plan && plan.maxSteps > 1 && acting >= plan.maxSteps) {
      sink.record('mneme_step_cap_total', {}, 1)
      log(`Reached max steps (${plan.maxSteps})`, { turnId, depth })
    }
    if (plan?.depth && isReflective(plan.depth)) {
      const how = event.type === 'completed' ? 'completed in' : `${event.type} after`
      const count = `${steps} ${steps === 1 ? 'step' : 'steps'}`
      log(`Reflective mode ${how} ${count} (${seconds.toFixed(1)} s)`, { turnId, tools })
    }
  }

  private end(status: string, error: string | null) {
    const { root } = this
    this.ended = true
    if (this.step) this.stepEnded(status)
    root.endMs = this.deps.now()
    root.error = error
    Object.assign(root.attributes, {
      'mneme.turn.id': this.turnId,
      'mneme.turn.depth': this.depth,
      'mneme.turn.status': status,
      'mneme.turn.steps': this.counts.steps,
      ...tokensIn(root),
    })
    this.deps.sink.span?.(root)
  }

  private add(span: TraceSpan) {
    ;(this.step ?? this.root).children.push(span)
  }

  /** A span that ends now. */
  private span(name: string, ms: number, attributes: TraceSpan['attributes']): TraceSpan {
    const endMs = this.deps.now()
    return { name, startMs: endMs - ms, endMs, attributes, error: null, children: [] }
  }
}
