import type { Db } from '@/lib/db/engine/client'
import { createRedact, type Redact } from '@/lib/model/call/redact'
import { pacer } from '@/lib/shared/breath'
import { pick } from '@/lib/shared/pick'
import { storableJson } from '@/lib/shared/storable'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import {
  type InspectedStep,
  type InspectedTurn,
  messagesIn,
  messageText,
  type SentPrompt,
  type Trajectory,
} from '@/lib/shared/turn/inspector'
import { answerIn } from '@/lib/shared/turn/live'
import { secretKeys } from '../models/model-settings'
import { inspectTurn } from './inspector'

/** Removes every key that a person's calls may use. */
export const redactOf = async (db: Db, ownerId: string): Promise<Redact> =>
  createRedact(await secretKeys({ db, ownerId }))

/** A turn's last attempt as the original project exports it, secrets aside. @throws MnemeError not_found. */
export async function trajectory(db: Db, ownerId: string, turnId: string): Promise<Trajectory> {
  const turn = await inspectTurn(db, ownerId, turnId)
  const redact = await redactOf(db, ownerId)
  const steps = storableJson(exportedTrajectory(ownerId, turn), redact) as Omit<Trajectory, 'prompts'>
  // Prompts share their texts, so each is redacted once.
  const texts: string[] = []
  const pause = pacer()
  for (const text of turn.texts) {
    await pause()
    texts.push(redact(text))
  }
  const calls = turn.steps.filter((step) => step.attempt === turn.attempt)
  return { ...steps, prompts: calls.map((step) => promptOf(step, texts)) }
}

export function exportedTrajectory(ownerId: string, turn: InspectedTurn): Omit<Trajectory, 'prompts'> {
  const own = turn.steps.filter(
    (step) => step.attempt === turn.attempt && (step.phase === 'think' || step.phase === 'act'),
  )
  const steps = own.flatMap((call, i) => actionsOf(call).map((entry) => ({ step: i + 1, ...entry })))
  const costs = own.map((step) => step.costMicros)
  return {
    user_id: ownerId,
    message: turn.userText,
    steps,
    final_answer: answerIn(own),
    total_steps: own.length,
    duration_seconds:
      turn.startedAt && turn.endedAt ? (Date.parse(turn.endedAt) - Date.parse(turn.startedAt)) / 1_000 : 0,
    cost_estimate: costs.every((cost) => cost !== null)
      ? costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0) / 1e6
      : null,
  }
}

function promptOf({ prompt, ...step }: InspectedStep, texts: string[]): SentPrompt {
  const text = (block: { text: number } | null) => (block ? (texts[block.text] ?? '') : '')
  const messages = messagesIn(prompt.user)
  return {
    ...pick(step, 'phase round provider model'),
    system: messageText(prompt.system, texts),
    tools: text(prompt.tools),
    history: messages.slice(0, -1).map(({ role, blocks }) => ({ role, text: messageText(blocks, texts) })),
    user: messageText(messages.at(-1)?.blocks ?? [], texts),
    exchanges: text(prompt.exchanges),
  }
}

type Action = Omit<Trajectory['steps'][number], 'step'>
/** A step's actions in order; its thought goes with the first. An answer alone is a step without an action. */
function actionsOf(step: InspectedStep): Action[] {
  const thought = step.phase === 'think' || step.tools.length ? step.text : ''
  const acted = (action: string | null, args: Action['args'], observation: string): Action => ({
    ...{ thought: '', action, args, observation },
  })
  const actions = step.tools.map((tool) => acted(tool.name, tool.args ?? {}, tool.result))
  if (step.decision) actions.push(acted(DECIDING_TOOL, step.decision, step.stop ?? ''))
  else if (step.stop) actions.push(acted(null, {}, step.stop))
  if (step.error) actions.push(acted(null, {}, step.error.message))
  const [first = { action: null, args: {}, observation: '' }, ...rest] = actions
  return [{ ...first, thought }, ...rest]
}
