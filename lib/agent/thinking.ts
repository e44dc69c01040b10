import { summariseExtractively } from '@/lib/model/offline/fallbacks'
import { type Decision, decisionSchema } from '@/lib/shared/schemas'
import { beginStep, endStep, type OpenStep } from './step/step'
import { addPassages } from './tools/new-recall'
import { toolsOf } from './tools/registry'
import { runTools } from './tools/run-tools'
import type { Tool } from './tools/tool'
import type { TurnState } from './turn-state'

const REPAIR =
  'Your last reply held no usable decision. Call continue_thinking now, with continueThinking, reason and, if it goes on, nextFocus.'

/**
 * Thinking in rounds that the model controls. Each round sees the recalled material, thoughts and focus of
 * the earlier ones, and ends in a decision. What it recalls is part of the next prompt.
 */
export class ReflectiveThinkingProcessor {
  private spent = 0
  private firstPromptTokens: number | null = null
  private repaired = false
  private last: { decision: Decision; fresh: boolean } | null = null

  constructor(private readonly state: TurnState) {}

  /** Thinks until a stop. @returns the reason, which the person sees, or null without thinking. */
  async performReflectiveThinking(): Promise<string | null> {
    const { plan, run } = this.state
    if (!plan.enabled || plan.maxRounds === 0) return null
    for (let round = 1; ; ) {
      if (run.signal.aborted) return null
      const stop = await this.round(round)
      if (stop === 'repair') continue
      if (stop) return stop
      round += 1
    }
  }

  /** The deterministic summary of the whole turn. A job may write a better one later. */
  generateContextSummary(answer: string): { summary: string; insights: string[] } {
    const { run, tools, thoughts } = this.state
    return summariseExtractively({
      userText: run.turn.userText,
      answer,
      thoughts: thoughts.filter((thought) => thought.kind === 'thought').map((thought) => thought.text),
      tools,
    })
  }

  private async round(round: number): Promise<string | null> {
    const { state } = this
    const offered = toolsOf('think', state.recallScope, state.plan.depth ?? 'moderate')
    const open = await beginStep(state, {
      prompt: 'think',
      role: 'reflective',
      round: { number: round, max: state.plan.maxRounds },
      tools: offered.map((tool) => tool.spec),
      toolChoice: 'auto',
      note: this.repaired ? REPAIR : '',
    })
    const { tools, recalls, fresh } = await this.look(open, offered)
    const decision = decisionOf(open)
    this.countTokens(open)
    const stop = this.stopReason(open, round, decision, fresh, tools.length > 0)
    if (stop === 'repair') this.repaired = true
    const shown = decision ?? { continueThinking: stop === null, reason: '', undecided: true as const }
    const words = stop === 'repair' ? 'The model made no decision, so it was asked again.' : stop
    state.run.emit({ type: 'decision', step: open.index, decision: shown, stop: words })
    await endStep(state, open, { decision: { ...shown, stop: words }, tools, recalls, notices: [] })
    if (open.result.text.trim())
      state.thoughts.push({ round, kind: 'thought', text: open.result.text.trim() })
    if (decision?.reason) state.thoughts.push({ round, kind: 'reason', text: decision.reason })
    if (decision?.nextFocus) state.thoughts.push({ round, kind: 'focus', text: decision.nextFocus })
    this.last = decision && { decision, fresh }
    return stop
  }

  /** Runs the round's tools. Every later prompt of the turn shows their results. */
  private async look(open: OpenStep, offered: readonly Tool[]) {
    const { state } = this
    const calls = open.result.calls.filter((call) => call.name !== 'continue_thinking')
    const { tools, runs, recalls } = await runTools(state, open, calls, offered)
    for (const found of recalls) {
      addPassages(state, found)
      const { id, note } = found.recall
      if (note) state.recallNotes.push({ text: note, recallIds: [id] })
    }
    for (const [i, { ok, result, sources }] of tools.entries()) {
      const { recalled, lead = recalled ? '' : result, outside = false } = runs[i] ?? {}
      if (!ok) state.recallNotes.push({ text: result, recallIds: [] })
      else if (lead) state.recallNotes.push({ text: lead, recallIds: [], sources, outside })
    }
    return {
      tools,
      recalls: recalls.map(({ recall }) => recall),
      fresh: recalls.some(({ passages }) => passages.length > 0),
    }
  }

  /** Completion tokens (reasoning is part of them) and what this round's prompt adds to round 1's. */
  private countTokens({ result, plan }: OpenStep) {
    const prompt = result.usage.inputTokens || plan.estInputTokens
    this.firstPromptTokens ??= prompt
    this.spent += result.usage.outputTokens + Math.max(0, prompt - this.firstPromptTokens)
  }

  private stopReason(
    { result }: OpenStep,
    round: number,
    decision: Decision | null,
    fresh: boolean,
    looked: boolean,
  ): string | 'repair' | null {
    const { plan } = this.state
    if (result.aborted) return 'Stopped by you.'
    if (result.error)
      return `The model failed in this round (${result.error.message}) Continuing with what it has.`
    if (decision && !decision.continueThinking) return decision.reason || 'Enough is known.'
    if (!decision && !looked) {
      return this.repaired ? 'The model made no decision twice; continuing with what it has.' : 'repair'
    }
    if (this.spent >= plan.tokenBudget)
      return `The thinking budget of ${plan.tokenBudget.toLocaleString('en')} tokens is used up, so it must answer now.`
    if (round >= plan.maxRounds) return `The limit of ${plan.maxRounds} rounds is reached.`
    const same =
      decision &&
      this.last &&
      decision.reason === this.last.decision.reason &&
      decision.nextFocus === this.last.decision.nextFocus
    if (same && !fresh) return 'It made the same decision twice and found nothing new.'
    return null
  }
}

function decisionOf({ result }: OpenStep): Decision | null {
  const call = result.calls.find((candidate) => candidate.name === 'continue_thinking' && !candidate.problem)
  const parsed = call && decisionSchema.safeParse(call.args)
  return parsed?.success ? parsed.data : null
}
