import type { ModelResult, ModelToolCall } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import type { Recall, ToolCall } from '@/lib/shared/events'
import { limits } from '@/lib/shared/limits'
import { type Recalled, recallText, runRecall } from './recall-tool'
import { beginStep, endStep, type OpenStep, type StepInput } from './step'
import { actionTools, runTool, within } from './tools/registry'
import type { TurnState } from './turn-state'

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

/** Calls the model with tools, runs them in call order, until it answers; at the step cap or after repeated mistakes it is called once without tools. */
export async function act(state: TurnState): Promise<ActionEnd> {
  const role = state.plan.enabled ? 'reflective' : 'fast'
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
          tools: within(actionTools, state.recallScope),
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
    const done = await runCalls(state, open)
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

/** Tools whose results hold what stands in files; they name the file. */
const READING = new Set(['read_file', 'search_files'])
type CallsEnd = {
  tools: ToolCall[]
  recalls: Recall[]
  text: string
  completed: boolean
  mistakes(before: number): number
}

async function runCalls(state: TurnState, open: OpenStep): Promise<CallsEnd> {
  const { result } = open
  const tools: ToolCall[] = []
  const found: Recalled[] = []
  let text = result.text
  let completed = false
  for (const [i, call] of result.calls.entries()) {
    const recall = async (request: unknown) => {
      const entry = await runRecall(state, open.index, request, call.name)
      found.push(entry)
      if (entry.passages.some(({ source }) => source)) state.readOutside = true
      return { recall: entry.recall, text: recallText(entry, state) }
    }
    const done = await runTool(call, {
      workspace: state.workspace,
      recall,
      now: () => state.deps.runtime.now(),
      log: state.deps.log,
    })
    const tool: ToolCall = {
      id: `${open.id}.${i}`,
      index: i,
      name: done.name,
      args: call.args ?? {},
      ok: done.ok,
      result: done.result,
      ms: done.ms,
    }
    tools.push(tool)
    if (READING.has(done.name) && [...state.outsideFiles].some((path) => done.result.includes(path)))
      state.readOutside = true
    state.run.emit({ type: 'tool', step: open.index, call: tool })
    if (done.answer?.trim() && !text.includes(done.answer.trim())) {
      const addition = `${text.trim() ? '\n\n' : ''}${done.answer.trim()}`
      text += addition
      state.run.emit({ type: 'answer-delta', step: open.index, text: addition })
    }
    completed ||= done.ok && done.name === 'complete_task'
  }
  state.exchangedRecalls.push(
    ...found.filter((entry) => entry.passages.length || entry.recall.note).map((entry) => entry.recall.id),
  )
  // What a recall found joins the exchange as its tool result, so it is not repeated in the section of recalled material.
  state.exchanges.push({
    text: result.text,
    calls: result.calls,
    results: result.calls.map((call: ModelToolCall, i) => ({
      id: call.id,
      name: call.name,
      text: tools[i]?.result ?? '',
    })),
  })
  return {
    tools,
    recalls: found.map((entry) => entry.recall),
    text,
    completed,
    mistakes: (before) => tools.reduce((count, tool) => (tool.ok ? 0 : count + 1), before),
  }
}
