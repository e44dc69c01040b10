import { summariseExtractively } from '@/lib/model/fallbacks'
import type { Recall, ToolCall } from '@/lib/shared/events'
import { type Decision, decisionSchema } from '@/lib/shared/schemas'
import { inject, isRecall, type Recalled, recallText, runRecall } from './recall-tool'
import { beginStep, endStep, type OpenStep } from './step'
import { thinkingTools, within } from './tools/registry'
import type { TurnState } from './turn-state'

const REPAIR =
  'Your last reply held no usable decision. Call continue_thinking now, with continueThinking, reason and, if it goes on, nextFocus.'

/**
 * Thinking in rounds that the model controls (seeds 000 and 002): each round sees the recalled material, thoughts and focus of the rounds before it,
 * and ends in a decision. What a round recalls stands in the next prompt, be it a round's or the action's.
 */
export class ReflectiveThinkingProcessor {
  private spent = 0
  private firstPromptTokens: number | null = null
  private repaired = false
  private last: { decision: Decision; fresh: boolean } | null = null

  constructor(private readonly state: TurnState) {}

  /** Thinks until a stop; every stop has a reason that the person sees. @returns that reason, or null when there was no thinking. */
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

  /** The deterministic summary of the turn, thinking and action together; a job may write a better one later. */
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
    const open = await beginStep(state, {
      prompt: 'think',
      role: 'reflective',
      round: { number: round, max: state.plan.maxRounds },
      tools: within(thinkingTools, state.recallScope),
      toolChoice: 'auto',
      note: this.repaired ? REPAIR : '',
    })
    const { tools, recalls, fresh } = await this.runTools(open)
    const decision = decisionOf(open)
    const stop = this.stopReason(open, round, decision, fresh, recalls.length > 0)
    const shown = decision ?? {
      continueThinking: stop === null,
      reason: recalls.length ? 'Looking at what was recalled.' : '',
    }
    const words = stop === 'repair' ? 'The round gave no decision; asked again.' : stop
    state.run.emit({ type: 'decision', step: open.index, decision: shown, stop: words })
    await endStep(state, open, { decision: { ...shown, stop: words }, tools, recalls, notices: [] })
    if (open.result.text.trim())
      state.thoughts.push({ round, kind: 'thought', text: open.result.text.trim() })
    if (decision?.reason) state.thoughts.push({ round, kind: 'reason', text: decision.reason })
    if (decision?.nextFocus) state.thoughts.push({ round, kind: 'focus', text: decision.nextFocus })
    this.last = decision && { decision, fresh }
    return stop
  }

  /** Recalls run at once, in call order; other names are answers the model can correct. */
  private async runTools(open: OpenStep): Promise<{ tools: ToolCall[]; recalls: Recall[]; fresh: boolean }> {
    const { state } = this
    const found: Recalled[] = []
    const tools: ToolCall[] = []
    for (const call of open.result.calls) {
      if (call.name === 'continue_thinking') continue
      const started = state.deps.runtime.now().getTime()
      let result = `There is no tool named ${call.name} while thinking.`
      if (isRecall(call)) {
        const entry = await runRecall(state, open.index, call.args, call.name)
        found.push(entry)
        result = recallText(entry, state)
        inject(state, entry)
      } else state.recallNotes.push({ text: result, recallIds: [] })
      const ms = state.deps.runtime.now().getTime() - started
      const tool: ToolCall = {
        id: `${open.id}.${tools.length}`,
        index: tools.length,
        name: call.name,
        args: call.args ?? {},
        ok: isRecall(call),
        result,
        ms,
      }
      tools.push(tool)
      state.run.emit({ type: 'tool', step: open.index, call: tool })
    }
    return { tools, recalls: found.map((entry) => entry.recall), fresh: found.some((entry) => entry.fresh) }
  }

  private stopReason(
    { result, plan: prompt }: OpenStep,
    round: number,
    decision: Decision | null,
    fresh: boolean,
    recalled: boolean,
  ): string | 'repair' | null {
    const { plan } = this.state
    this.firstPromptTokens ??= result.usage.inputTokens || prompt.estInputTokens
    // Completion tokens (reasoning is part of them) and what this round's prompt adds to round 1's.
    this.spent +=
      result.usage.outputTokens +
      Math.max(0, (result.usage.inputTokens || prompt.estInputTokens) - this.firstPromptTokens)
    if (result.aborted) return 'Stopped by you.'
    if (result.error)
      return `The model failed in this round (${result.error.message}) Going on with what is there.`
    if (decision && !decision.continueThinking) return decision.reason || 'Enough is known.'
    if (!decision && !recalled) {
      if (this.repaired) return 'The model gave no decision twice; going on with what is there.'
      this.repaired = true
      return 'repair'
    }
    if (this.spent >= plan.tokenBudget)
      return `The thinking budget of ${plan.tokenBudget.toLocaleString('en')} tokens is used up; forced to act now.`
    if (round >= plan.maxRounds) return `The limit of ${plan.maxRounds} rounds is reached.`
    const same =
      decision &&
      this.last &&
      decision.reason === this.last.decision.reason &&
      decision.nextFocus === this.last.decision.nextFocus
    if (same && !fresh) return 'The same decision twice without anything new.'
    return null
  }
}

function decisionOf({ result }: OpenStep): Decision | null {
  const call = result.calls.find((candidate) => candidate.name === 'continue_thinking' && !candidate.problem)
  const parsed = call && decisionSchema.safeParse(call.args)
  return parsed?.success ? parsed.data : null
}
