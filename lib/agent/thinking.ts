import { summariseExtractively } from '@/lib/heuristics/summarise'
import { type Decision, decisionSchema } from '@/lib/shared/schemas'
import { DECIDING_TOOL, FINISHING_TOOL, finishingText } from '@/lib/shared/turn/finishing-tool'
import { cutNotice, runCalls } from './action'
import { beginStep, endStep, type OpenStep } from './step/step'
import { toolSpecs } from './tools/registry'
import { runTools } from './tools/run-tools'
import type { TurnState } from './turn-state'

const REPAIR =
  'Your last reply held no usable decision. Call continue_thinking now, with continueThinking, reason and, if it goes on, nextFocus.'

/**
 * Thinking in rounds that the model controls. Each round follows the earlier ones in the same conversation with
 * the model, results of tools included, and ends in a decision, or in the answer itself.
 */
export class ReflectiveThinkingProcessor {
  private spent = 0
  private firstPromptTokens: number | null = null
  private repaired = false
  private isAskedAgain = false
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
    return summariseExtractively({ userText: run.turn.userText, answer, thoughts, tools })
  }

  private async round(round: number): Promise<string | null> {
    const { state } = this
    const open = await beginStep(state, {
      prompt: 'think',
      role: 'reflective',
      round: { number: round, max: state.plan.maxRounds },
      tools: toolSpecs(state),
      toolChoice: 'auto',
      note: this.isAskedAgain ? REPAIR : '',
    })
    const { result } = open
    if (!result.error && !result.aborted && (finishingCall(result) || result.calls.length === 0))
      return this.answered(open)
    const calls = result.calls.filter((call) => call.name !== DECIDING_TOOL)
    const { tools, recalls, fresh } = await runTools(state, open, calls, 'think')
    const decision = decisionOf(open)
    this.countTokens(open)
    const stop = this.stopReason(open, round, decision, fresh, tools.length > 0)
    this.isAskedAgain = stop === 'repair'
    this.repaired ||= this.isAskedAgain
    const shown = decision ?? { continueThinking: stop === null, reason: '', undecided: true as const }
    const words = stop === 'repair' ? 'The model made no decision, so it was asked again.' : stop
    state.run.emit({ type: 'decision', step: open.index, decision: shown, stop: words })
    await endStep(state, open, { decision: { ...shown, stop: words }, tools, recalls })
    if (result.text.trim()) state.thoughts.push(result.text.trim())
    this.last = decision && { decision, fresh }
    return stop
  }

  /**
   * The round gave the answer: as text without a call, or to `complete_task`. Text beside that call is part of the
   * answer only if it is at least as long as what the call says; else it stays a thought.
   */
  private async answered(open: OpenStep): Promise<string> {
    const { state } = this
    const { result } = open
    const given = finishingCall(result)
    const isThought =
      result.text.trim() !== '' && finishingText(given?.args).length > result.text.trim().length
    if (isThought) {
      state.run.emit({ type: 'retracted', step: open.index, chars: 0 })
      state.thoughts.push(result.text.trim())
      const reasoning = (result.reasoning + result.text).trimEnd()
      open = { ...open, result: { ...result, reasoning, text: '' } }
    }
    state.run.emit({ type: 'answered', step: open.index })
    const step = { ...open, input: { ...open.input, prompt: 'act' as const, round: null } }
    const done = result.calls.length > 0 ? await runCalls(state, step) : {}
    await endStep(state, step, { ...done, notices: cutNotice(result, state.answerTokens) })
    return 'It answered at once.'
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

const finishingCall = ({ calls }: OpenStep['result']) =>
  calls.find(({ name, problem }) => name === FINISHING_TOOL && !problem)

function decisionOf({ result }: OpenStep): Decision | null {
  const call = result.calls.find((candidate) => candidate.name === DECIDING_TOOL && !candidate.problem)
  const parsed = call && decisionSchema.safeParse(call.args)
  return parsed?.success ? parsed.data : null
}
