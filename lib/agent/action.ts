import { z } from 'zod'
import { CAPPED } from '@/lib/learning/trajectory'
import type { Passage } from '@/lib/memory/recall/recall-query'
import { CALLED_INSTEAD, isCutEarly } from '@/lib/model/call/failure'
import type { ModelResult } from '@/lib/model/types'
import { citing } from '@/lib/prompts/labels'
import type { Failure } from '@/lib/shared/errors'
import { shortened } from '@/lib/shared/shortened'
import { daysIn } from '@/lib/shared/time/day'
import { CHANGING_TOOLS } from '@/lib/shared/turn/changing-tools'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { beginStep, endStep, type OpenStep } from './step/step'
import { toolSpecs } from './tools/registry'
import { runTools } from './tools/run-tools'
import { roleOf, type TurnState } from './turn-state'

type ActionEnd = { status: 'completed' | 'stopped' | 'failed'; error: Failure | null }

const EMPTY: Failure = {
  code: 'provider_empty',
  message: 'The model gave no answer.',
  hint: 'Retry, or choose another model in Settings.',
}

/** The model wrote nothing, even in the last step, which offers no tools. */
const toolLoop = (steps: number, mistakes: number, isStuck: boolean): Failure => ({
  code: 'tool_loop',
  message: isStuck
    ? `${mistakes} tool calls in a row failed, and the model wrote no answer.`
    : `The model called tools in ${steps} steps but never wrote an answer.`,
  hint: 'Retry, ask for less at a time, or choose another model in Settings.',
})

const STOPPED: ActionEnd = { status: 'stopped', error: null }
const COMPLETED: ActionEnd = { status: 'completed', error: null }
const failed = (error: Failure | null): ActionEnd => ({ status: 'failed', error })

/**
 * Calls the model with tools, and runs the tools in order, until the model answers. Once the step limit is reached
 * (one step for a simple message), or after repeated mistakes, the model is called a last time, without tools.
 */
export async function act(state: TurnState): Promise<ActionEnd> {
  const role = roleOf(state.plan)
  const isTalk = state.plan.depth === 'simple'
  const tools = isTalk ? [] : toolSpecs(state)
  let mistakes = 0
  for (let step = 1; ; step++) {
    if (state.run.signal.aborted) return STOPPED
    if (step === 1 && hasAnswer(state)) return COMPLETED
    const capped = step >= state.plan.maxSteps
    const stuck = mistakes >= state.settings.get('action.consecutiveMistakeLimit').value
    const concluding = capped || stuck
    const isCutShort = concluding && step > 1
    const told = isCutShort ? [capped ? CAPPED : 'Stopped using tools after repeated failures.'] : []
    let note = ''
    if (capped && step > 1) note = 'The step limit is reached: say so if something remains undone.'
    if (stuck) note = `${mistakes} tool calls in a row failed.`
    const open = await beginStep(state, {
      prompt: isTalk ? 'talk' : concluding ? 'conclude' : 'act',
      role,
      round: null,
      tools,
      toolChoice: concluding ? 'none' : 'auto',
      note,
    })
    const { result } = open
    if (isCutShort && result.error?.message === CALLED_INSTEAD) {
      const text = conclusionOf(state)
      state.run.emit({ type: 'answer-delta', step: open.index, text })
      await endStep(state, open, { notices: told, text })
      return COMPLETED
    }
    if (result.error || result.aborted) {
      await endStep(state, open)
      if (result.aborted) return STOPPED
      const isLoop = isCutShort && result.error?.code === 'provider_empty'
      return failed(isLoop ? toolLoop(step - 1, mistakes, stuck) : result.error)
    }
    if (concluding || result.calls.length === 0) {
      await endStep(state, open, { notices: [...told, ...cutNotice(result, state.answerTokens)] })
      if (result.text.trim() || hasAnswer(state)) return COMPLETED
      return failed(isCutShort ? toolLoop(step - 1, mistakes, stuck) : EMPTY)
    }
    const { completed, ...done } = await runCalls(state, open)
    for (const { ok } of done.tools) mistakes = ok ? 0 : mistakes + 1
    await endStep(state, open, { ...done, notices: completed ? cutNotice(result, state.answerTokens) : [] })
    if (completed && hasAnswer(state)) return COMPLETED
  }
}

const hasAnswer = (state: TurnState) => state.steps.some((step) => step.phase === 'act' && step.text.trim())

/** Runs a reply's calls as work on the task; an answer that one of them gives follows its text. */
export async function runCalls(state: TurnState, open: OpenStep) {
  const { tools, runs, recalls } = await runTools(state, open, open.result.calls, 'act')
  let { text } = open.result
  for (const run of runs) {
    const answer = citing(state.labels, run.answer ?? '').trim()
    if (!answer || text.includes(answer)) continue
    const addition = `${text.trim() ? '\n\n' : ''}${answer}`
    text += addition
    state.run.emit({ type: 'answer-delta', step: open.index, text: addition })
  }
  const completed = runs.some(({ ok, name }) => ok && name === FINISHING_TOOL)
  return { tools, recalls, text, completed }
}

/** A notice for an answer that the model did not end itself. `wanted` = the limit that the person set. */
export function cutNotice({ finish, cap }: Pick<ModelResult, 'finish' | 'cap'>, wanted: number): string[] {
  if (finish === 'length') return [lengthNotice(cap ?? { sent: wanted, written: wanted }, wanted)]
  if (finish === 'content-filter')
    return ['The provider withheld the rest of this answer (content filter). Rephrase the question.']
  return []
}

function lengthNotice(cap: NonNullable<ModelResult['cap']>, wanted: number): string {
  const sent = (cap.sent ?? wanted).toLocaleString('en')
  if (isCutEarly(cap))
    return `The answer was cut off after ${cap.written.toLocaleString('en')} tokens: the service reached its own limit, or the model’s context. Continue it, or shorten the message.`
  if (cap.sent === wanted)
    return `The answer was cut off at the token limit (“Longest answer” in Settings: ${sent}). Continue it, or raise the limit.`
  return `The answer was cut off at the limit of ${sent} tokens that was sent to the model. Continue it.`
}

/** Characters of each part and of a line: together about 1,200. */
const ROOM = { done: 350, found: 500, failed: 200 }
const LINE = 170

const CITATION = /\[(?:turn|file|summary|import)\b[^\]\n]*\]/g
const INSTEAD: Record<string, string> = { '`': "'", '[': '(', ']': ')', '<': '‹', '>': '›', '\\': '/' }
/** One short line in which nothing is read as Markdown, without the citations of another answer. */
const plainLine = (text: string, most = LINE) =>
  shortened(
    text
      .slice(0, 4 * most)
      .replace(CITATION, '')
      .replace(/[*~]/g, '')
      .replace(/[`[\]<>\\]/g, (mark) => INSTEAD[mark] ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )

/** A titled list of the last different lines that have room. */
function listed(title: string, lines: readonly string[], room: number): string[] {
  let left = room
  const latestFirst = [...new Set(lines.map((line) => plainLine(line)).filter(Boolean))].reverse()
  const kept = latestFirst.filter((line) => {
    left -= line.length + 3
    return left >= 0
  })
  const list = kept.reverse().map((line) => `- ${line}`)
  return list.length ? [`${title}\n\n${list.join('\n')}`] : []
}

type Ran = Pick<TurnState, 'ran' | 'passages' | 'zone'>
const subjectSchema = z.object({ path: z.string().optional(), key: z.string().optional() }).catch({})

/** Only the last change of each file and note. */
function changesBy({ ran }: Ran): string[] {
  const last = new Map<string, string>()
  for (const { name, ok, result, args } of ran) {
    if (!ok || !CHANGING_TOOLS.has(name)) continue
    const { path, key } = subjectSchema.parse(args)
    last.delete(`${path} ${key}`)
    last.set(`${path} ${key}`, result)
  }
  return [...last.values()]
}

/** A recalled text with its day and speaker. Results of earlier tools are left out: they are not for people. */
function quoted({ who, at, text, speaker, other }: Passage, zone: string): string[] {
  if (who === 'tool') return []
  const by = { user: 'you', assistant: 'the answer', summary: 'a summary', file: other?.file ?? 'a file' }
  return [`${daysIn(zone)(Date.parse(at))}, ${plainLine(speaker ?? by[who], 60)}: “${plainLine(text, 100)}”`]
}

function foundBy({ ran, passages, zone }: Ran): string[] {
  const quotes = (found: readonly Passage[]) => found.flatMap((passage) => quoted(passage, zone))
  const found = ran.flatMap(({ name, ok, found, recalled, result }) => {
    if (!ok || CHANGING_TOOLS.has(name)) return []
    if (!found && !recalled) return result.split('\n', 5)
    return [...(found ?? []), ...(recalled ?? []).flatMap((search) => quotes(search.found.passages))]
  })
  return found.length ? found : quotes(passages)
}

/** Failed calls, and what searches did not find. */
const failuresOf = ({ ran }: Ran): string[] =>
  ran.flatMap(({ ok, result, recalled = [] }) => {
    if (!ok) return [(result.split('\n', 1)[0] ?? '').replace(/:$/, '.')]
    const missed = recalled.filter(({ found }) => found.hits.length === 0)
    const words = missed.flatMap(({ request }) => request.keywords ?? [])
    return words.map((word) => `Nothing was found about “${plainLine(word, 60)}”.`)
  })

/**
 * The answer when a model keeps calling tools although it must answer: what they did, what they found, and
 * what is left, in plain words.
 */
export const conclusionOf = (state: Ran): string =>
  [
    'The model called tools to the end and wrote no answer. This is what came of them.',
    ...listed('Done:', changesBy(state), ROOM.done),
    ...listed('Found:', foundBy(state), ROOM.found),
    ...listed('Not done:', failuresOf(state), ROOM.failed),
    'Your message is not answered yet. Say “continue” to go on from here.',
  ].join('\n\n')
