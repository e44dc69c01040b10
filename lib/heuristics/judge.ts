import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { isMemoryTool } from '@/lib/shared/usage/baselines'

/** What is measured about one turn. No prose is read: "0 errors" and "unsuccessful" say nothing about it. */
export type Evidence = {
  status: 'completed' | 'stopped' | 'failed'
  /** The turn ended because its steps were used up. */
  capped: boolean
  /** In order; `retriedOk`: a later call of the same tool did what this one could not. */
  toolResults: readonly { name: string; ok: boolean; retriedOk?: boolean }[]
  /** The person's thumb; 0 = none. */
  feedback: -1 | 0 | 1
  /** One of the next two messages corrects the answer, or accepts it. */
  correctingFollowUp: boolean
  thankingFollowUp?: boolean
  /** The person asked for another answer to the same message. */
  regenerated?: boolean
}
export type Judgement = { label: 'success' | 'failure' | 'unknown'; confidence: number; reasons: string[] }

/** Marks failed calls that a later call of the same tool made good. */
export const withRetries = (calls: readonly { name: string; ok: boolean }[]): Evidence['toolResults'] =>
  calls.map(({ name, ok }, at) => ({
    name,
    ok,
    retriedOk: !ok && calls.slice(at + 1).some((later) => later.ok && later.name === name),
  }))

const namesOf = (results: Evidence['toolResults']) => [...new Set(results.map(({ name }) => name))].join(', ')
const counted = (count: number) => (count === 1 ? 'The tool call' : `All ${count} tool calls`)

type Rule = [holds: boolean, label: Judgement['label'], confidence: number, reason: string]

/** Strongest evidence first. No confidence is above 0.7, because nothing here has read the answer. */
function rulesFor(evidence: Evidence): Rule[] {
  const { status, toolResults, feedback } = evidence
  const failed = toolResults.filter(({ ok, retriedOk }) => !ok && !retriedOk)
  // To look into memory, or to end the turn, is no evidence: the answer need not be one.
  const acted = toolResults.filter(({ name }) => !isMemoryTool(name) && name !== FINISHING_TOOL)
  const retried = acted.some(({ retriedOk }) => retriedOk)
  const lastFailed = failed.length > 0 && failed.at(-1) === toolResults.at(-1)
  const mostFailed = failed.length * 2 > toolResults.length
  const names = namesOf(failed)
  return [
    [feedback === 1, 'success', 0.7, 'The person marked the answer as good.'],
    [feedback === -1, 'failure', 0.7, 'The person marked the answer as not good.'],
    [evidence.correctingFollowUp, 'failure', 0.7, 'The person corrected the answer.'],
    [status === 'failed', 'failure', 0.7, 'The turn failed.'],
    [evidence.thankingFollowUp === true, 'success', 0.65, 'The person accepted the answer.'],
    [evidence.capped, 'failure', 0.6, 'The turn ended at its step limit.'],
    [evidence.regenerated === true, 'failure', 0.5, 'The person asked for another answer.'],
    [status === 'stopped', 'unknown', 0.5, 'The answer was stopped before its end.'],
    [lastFailed, 'failure', 0.6, `The last tool call failed: ${names}.`],
    [mostFailed, 'failure', 0.55, `Most tool calls failed: ${names}.`],
    [failed.length > 0, 'unknown', 0.4, `A tool call failed, and no later one made up for it: ${names}.`],
    [retried, 'success', 0.5, 'Failed tool calls were repeated with success.'],
    [acted.length > 0, 'success', 0.55, `${counted(acted.length)} worked.`],
    [
      toolResults.length > acted.length,
      'unknown',
      0.3,
      'Only memory was searched, which does not show how it went.',
    ],
    [true, 'unknown', 0.3, 'No tool call, feedback or later message shows how it went.'],
  ]
}

/**
 * The verdict on a turn from measured evidence alone; every rule that agrees with the strongest gives a
 * reason.
 */
export function judgeByEvidence(evidence: Evidence): Judgement {
  const holding = rulesFor(evidence).filter(([holds]) => holds)
  const [[, label, confidence] = [true, 'unknown', 0] as const] = holding
  const reasons = holding.flatMap(([, of, , reason]) => (of === label ? [reason] : []))
  // The last rule always holds; its reason counts only where it stands alone.
  return {
    label,
    confidence,
    reasons: holding.length > 1 && label === 'unknown' ? reasons.slice(0, -1) : reasons,
  }
}
