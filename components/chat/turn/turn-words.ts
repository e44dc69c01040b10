import type { Format } from '@/components/ui/words/use-format'
import { costWords, NOT_MEASURED, wordList } from '@/components/ui/words/words'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import { shortened } from '@/lib/shared/shortened'
import { CHANGING_TOOLS } from '@/lib/shared/turn/changing-tools'
import type { Recall } from '@/lib/shared/turn/events'
import { learningWords } from './learning/learning-words'
import { depthWords } from './thinking/depth-words'
import {
  actSteps,
  currentStep,
  elapsed,
  foundIn,
  isPrepared,
  modelName,
  roundsIn,
  roundsMs,
  spent,
  thinkSteps,
  toolSteps,
} from './turn-facts'

const TOOL_WORDS: Record<string, string> = {
  list_files: 'looking at the files',
  read_file: 'reading a file',
  write_file: 'writing a file',
  edit_file: 'editing a file',
  delete_file: 'deleting a file',
  search_files: 'searching the files',
  get_state: 'reading its notes',
  set_state: 'taking a note',
}

export function liveLine(turn: TurnDto, now = Number.POSITIVE_INFINITY): string {
  const step = currentStep(turn)
  if (!step) return 'starting'
  const wait = step.retryAt ? Math.ceil((Date.parse(step.retryAt) - now) / 1_000) : 0
  if (wait > 0) return `trying again in ${wait} s`
  const doing = doingIn(step)
  return step.phase === 'think'
    ? `round ${step.round ?? 1} of ${turn.thinking?.maxRounds ?? step.round ?? 1}, ${doing}${searchedIn(step)}`
    : doing
}

/** What a screen reader announces: a few changes per turn, never the text. */
export function announcement(turn: TurnDto): string {
  if (turn.status === 'completed') return 'done'
  if (turn.status !== 'running') return turn.status
  const step = currentStep(turn)
  if (!step) return ''
  return step.phase === 'think'
    ? `round ${step.round ?? 1}, ${doingIn(step)}`
    : step.asking
      ? ASKING
      : 'answering'
}

const ASKING = 'waiting for you to allow a tool'
function doingIn(step: StepDto): string {
  if (step.asking) return ASKING
  if (step.phase === 'act')
    return step.text.trim() || step.tools.length === 0
      ? 'answering'
      : (TOOL_WORDS[step.tools.at(-1)?.name ?? ''] ?? 'working')
  if (step.decision) return step.decision.continueThinking ? 'continuing' : 'ready to answer'
  return step.recalls.length ? 'recalling' : 'thinking'
}

/** What the running round searched last: ` “agencies”`. */
function searchedIn({ recalls, decision }: StepDto): string {
  const keywords = decision ? [] : (recalls.at(-1)?.request.keywords ?? [])
  return keywords.length ? ` “${shortened(keywords.join(', '), LONGEST_QUERY)}”` : ''
}

const UNTHOUGHT: Partial<Record<TurnDto['status'], string>> = {
  failed: 'Failed',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
}
type Piece = { text: string; warm?: boolean }
/**
 * "Thought 3 rounds · 6 memories · 14 s", in parts; the line below has the rest of an answer given at once.
 */
export function doneLine(turn: TurnDto, format: Format): Piece[] {
  const rounds = roundsIn(thinkSteps(turn))
  const found = foundIn(turn).length
  const failed = toolSteps(turn).flatMap(({ tools }) => tools.filter(({ ok }) => !ok)).length
  const ms = isPrepared(turn) ? null : roundsMs(turn)
  const reasoned = turn.steps.some(({ reasoning }) => reasoning)
  const pieces: (Piece | false)[] = [
    {
      text: rounds
        ? `Thought ${format.plural(rounds, 'round')}`
        : (UNTHOUGHT[turn.status] ?? (reasoned ? 'Thought before answering' : 'Answered directly')),
    },
    rounds > 0 && found > 0 && { text: memories(found, format), warm: true },
    failed > 0 && { text: `${format.plural(failed, 'step')} failed` },
    ms !== null && { text: inSeconds(ms, format) },
  ]
  return pieces.filter((piece) => piece !== false)
}

/** Tenths of a second say nothing of a long time. */
const inSeconds = (ms: number, format: Format) =>
  format.duration(ms < 10_000 ? ms : Math.round(ms / 1_000) * 1_000)
const memories = (count: number, format: Format) => format.plural(count, 'memory', 'memories')

/** Below an answer: "3 memories · 1.1 s"; '' for an imported turn. */
export function quietLine(turn: TurnDto, format: Format): string {
  const found = foundIn(turn).length
  const ms = elapsed(turn)
  return [
    turn.window?.recall === 'off' ? 'Memory off' : found > 0 ? memories(found, format) : '',
    ms === null ? '' : inSeconds(ms, format),
  ]
    .filter(Boolean)
    .join(' · ')
}

const about = ({ estimated }: { estimated: boolean }) => (estimated ? '≈ ' : '')
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
/** Details of an answer for its tooltip: model, tokens, cost, depth, lessons, verdict. */
export function answerDetails(turn: TurnDto, format: Format): string {
  const tokens = spent(turn)
  const { later = null, plainChatTokens = 0, withMemoryTokens = 0 } = turn.totals ?? {}
  const memoryTokens = later ? format.tokens(later.inputTokens + later.outputTokens) : ''
  return [
    modelName(turn),
    tokens &&
      `${about(tokens)}${format.tokens(tokens.inputTokens)} tokens in, ${format.tokens(tokens.outputTokens)} out${later ? `; ${about(later)}${memoryTokens} for memory’s own calls` : ''}`,
    tokens && (isPrepared(turn) ? NOT_MEASURED : costWords(tokens, format)),
    turn.number > 1 &&
      plainChatTokens > 0 &&
      `By Mneme’s own count ${format.tokens(withMemoryTokens)} tokens in all; plain chat: ${format.tokens(plainChatTokens)}`,
    turn.thinking?.depth && depthWords(turn.thinking),
    turn.learning && learningWords(turn.learning),
  ]
    .flatMap((part) => (part ? sentence(part) : []))
    .join('\n')
}

/** "44 s in all, 14 s of it thinking"; '' until it ended. */
export function timeWords(turn: TurnDto, format: Format): string {
  const [all, thinking] = [elapsed(turn), roundsMs(turn)]
  if (all === null) return ''
  return `${format.duration(all)} in all${thinking === null ? '' : `, ${format.duration(thinking)} of it thinking`}`
}

/** How a finished round ended, in one sentence; '' if what it recalled says why it went on. */
export const roundSentence = ({ decision, recalls, text }: StepDto) =>
  decision?.continueThinking && recalls.some(({ hits }) => hits.length > 0)
    ? ''
    : decision?.reason.trim() ||
      firstSentence(text) ||
      (decision?.continueThinking ? 'Continuing: checking memory.' : 'Ready to answer.')

export const actionSentence = (step: StepDto) => {
  const names = step.tools.map((tool) => `${tool.name}${tool.ok ? '' : ' (failed)'}`)
  return names.length ? `Used ${names.join(', ')}.` : ''
}

function listTurns(numbers: number[]): string {
  const unique = [...new Set(numbers)].sort((a, b) => a - b)
  return `${unique.length === 1 ? 'message' : 'messages'} ${wordList(unique)}`
}

const firstSentence = (text: string) => {
  const line = text.trim().replace(/\s+/g, ' ')
  const end = line.search(/[.!?]\s/)
  return end > 0 && end < 160 ? line.slice(0, end + 1) : line.length > 160 ? `${line.slice(0, 157)}…` : line
}

/** A query may be the whole message. */
const LONGEST_QUERY = 80
export function whyRecalled(recall: Recall): string {
  const { turnNumbers, contextIds, keywords } = recall.request
  const quoted = (word: string) => `“${shortened(word.replace(/[.!?]+$/, ''), LONGEST_QUERY)}”`
  const reasons = [
    turnNumbers?.length && `requested ${listTurns(turnNumbers)}`,
    contextIds?.length && 'requested by id',
    keywords?.length && `searched for ${keywords.map(quoted).join(', ')}`,
  ]
  return reasons.filter(Boolean).join(', ') || 'searched for anything related to your message'
}

/** What a tool searched for, whose words may not be in the message; '' for any other recall. */
export const toolSearch = (recall: Recall): string =>
  recall.source !== 'prompt' && recall.request.keywords?.length ? whyRecalled(recall) : ''

/** Why a turn has no complete answer; null if it has one. */
export function endedWords(turn: TurnDto): { message: string; hint?: string; said?: string } | null {
  if (turn.status === 'stopped')
    return {
      message: 'You stopped this answer.',
      hint: turn.answer ? 'What was written so far is kept.' : 'Nothing was written.',
    }
  if (turn.status === 'interrupted') {
    const hint = 'Your message and what was written so far are kept.'
    const isChanging = turn.steps.some(({ tools }) => tools.some(({ name }) => CHANGING_TOOLS.has(name)))
    return {
      message: 'Mneme stopped during this answer.',
      hint: isChanging ? `${hint} Changes to files and notes were not saved.` : hint,
    }
  }
  if (turn.status === 'failed') return turn.error ?? { message: 'This answer failed.', hint: 'Try again.' }
  return null
}

/** Whether the turn failed because of the provider, so that changing its settings may help. */
export const isProvidersFault = ({ status, error }: TurnDto) =>
  status === 'failed' && error !== null && /^provider_(?!too_long|cut)|^tool_loop$/.test(error.code)

export const remarks = (turn: TurnDto): string[] => [...new Set(turn.steps.flatMap((step) => step.notices))]
export const isCutShort = (turn: TurnDto) =>
  turn.status === 'completed' && actSteps(turn).at(-1)?.finish === 'length'
