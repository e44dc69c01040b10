import type { ModelResult } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import type { Recall } from '@/lib/shared/events'
import { limits } from '@/lib/shared/limits'
import { beginStep, endStep, type OpenStep, type StepInput } from './step'
import { toolsOf } from './tools/registry'
import { runTools } from './tools/run-tools'
import type { Tool } from './tools/tool'
import { type RanTool, roleOf, type TurnState } from './turn-state'

export type ActionEnd = { status: 'completed' | 'stopped' | 'failed'; error: Failure | null }
/** What the person should know of an answer that the model did not end by itself. */
function cutNotice({ finish }: Pick<ModelResult, 'finish'>, maxTokens: number): string[] {
  if (finish === 'length')
    return [
      `The answer was cut off at the token limit (“Longest answer” in Settings: ${maxTokens.toLocaleString('en')}). Continue it, or allow more.`,
    ]
  if (finish === 'content-filter')
    return [
      'The model service withheld the rest of this answer (content filter). Put the question in other words.',
    ]
  return []
}
const EMPTY: Failure = {
  code: 'provider_empty',
  message: 'The model gave no answer.',
  hint: 'Use Retry, or choose another model in Settings.',
}

/** The model had its steps with tools and one without, and wrote nothing in that one. */
const toolLoop = (steps: number, mistakes: number): Failure => ({
  code: 'tool_loop',
  message:
    mistakes >= limits.action.consecutiveMistakes
      ? `${mistakes} tool calls in a row failed, and the model wrote no answer.`
      : `The model called tools in ${steps} steps and never wrote an answer.`,
  hint: 'Use Retry, ask for less at once, or choose another model in Settings.',
})

/**
 * Calls the model with tools, runs them in call order, until it answers; at the step cap or after repeated
 * mistakes it is called once without tools.
 */
export async function act(state: TurnState): Promise<ActionEnd> {
  const role = roleOf(state.plan)
  const offered = toolsOf('act', state.recallScope)
  let mistakes = 0
  for (let step = 1; ; step++) {
    if (state.run.signal.aborted) return { status: 'stopped', error: null }
    const capped = step >= state.plan.maxSteps
    const stuck = mistakes >= limits.action.consecutiveMistakes
    const concluding = capped || stuck
    const note = stuck
      ? `${mistakes} tool calls in a row failed.`
      : capped && step > 1
        ? 'The step limit is reached: say so if something remains undone.'
        : ''
    const input: StepInput = concluding
      ? { prompt: 'conclude', role, round: null, tools: [], toolChoice: 'none', note }
      : {
          prompt: 'act',
          role,
          round: null,
          tools: offered.map((tool) => tool.spec),
          toolChoice: 'auto',
          note,
        }
    const open = await beginStep(state, input)
    const { result } = open
    if (result.error || result.aborted) {
      await endStep(state, open, { decision: null, tools: [], recalls: [], notices: [] })
      if (result.aborted) return { status: 'stopped', error: null }
      const isLoop = concluding && step > 1 && result.error?.code === 'provider_empty'
      return { status: 'failed', error: isLoop ? toolLoop(step - 1, mistakes) : result.error }
    }
    if (concluding || result.calls.length === 0) {
      await endStep(state, open, {
        decision: null,
        tools: [],
        recalls: [],
        notices: [
          ...(capped && step > 1
            ? ['Reached the step limit.']
            : stuck
              ? ['Stopped using tools after repeated failures.']
              : []),
          ...cutNotice(result, state.answerTokens),
        ],
      })
      return result.text.trim() || hasAnswer(state)
        ? { status: 'completed', error: null }
        : { status: 'failed', error: concluding && step > 1 ? toolLoop(step - 1, mistakes) : EMPTY }
    }
    const done = await runCalls(state, open, offered)
    mistakes = done.mistakes(mistakes)
    await endStep(state, open, {
      decision: null,
      tools: done.tools,
      recalls: done.recalls,
      notices: done.completed ? cutNotice(result, state.answerTokens) : [],
      text: done.text,
    })
    if (done.completed && hasAnswer(state)) return { status: 'completed', error: null }
  }
}

const hasAnswer = (state: TurnState) => state.steps.some((step) => step.phase === 'act' && step.text.trim())

type CallsEnd = {
  tools: RanTool[]
  recalls: Recall[]
  text: string
  completed: boolean
  mistakes(before: number): number
}

async function runCalls(state: TurnState, open: OpenStep, offered: readonly Tool[]): Promise<CallsEnd> {
  const { result } = open
  const { tools, runs, recalls, outside } = await runTools(state, open, result.calls, offered)
  if (outside) state.readOutside = true
  let text = result.text
  for (const { answer } of runs) {
    if (!answer?.trim() || text.includes(answer.trim())) continue
    const addition = `${text.trim() ? '\n\n' : ''}${answer.trim()}`
    text += addition
    state.run.emit({ type: 'answer-delta', step: open.index, text: addition })
  }
  state.exchangedRecalls.push(
    ...recalls
      .filter(({ recall, passages }) => passages.length || recall.note)
      .map(({ recall }) => recall.id),
  )
  // What a recall found is part of the exchange as its tool result, so the section of recalled material
  // leaves it out.
  state.exchanges.push({
    text: result.text,
    calls: result.calls,
    results: result.calls.map(({ id, name }, i) => ({
      id,
      name,
      text: tools[i]?.result ?? '',
      sources: tools[i]?.sources ?? [],
    })),
  })
  return {
    tools,
    recalls: recalls.map(({ recall }) => recall),
    text,
    completed: runs.some(({ ok, name }) => ok && name === 'complete_task'),
    mistakes: (before) => tools.reduce((count, tool) => (tool.ok ? 0 : count + 1), before),
  }
}
