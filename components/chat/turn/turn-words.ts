import type { Format } from '@/components/ui/words/use-format'
import { wordList } from '@/components/ui/words/word-list'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import { CHANGING_TOOLS } from '@/lib/shared/turn/changing-tools'
import type { Recall } from '@/lib/shared/turn/events'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { roundsIn } from './thinking/rounds'
import {
  actSteps,
  currentStep,
  elapsed,
  foundIn,
  roundsMs,
  spent,
  thinkSteps,
  thoughtMs,
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

/** What the running turn is doing, for the status line: "round 2 of 5, recalling". */
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
  return step.phase === 'think' ? `round ${step.round ?? 1}, ${doingIn(step)}` : 'answering'
}

function doingIn(step: StepDto): string {
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
  return keywords.length ? ` “${keywords.join(', ')}”` : ''
}

const UNTHOUGHT: Partial<Record<TurnDto['status'], string>> = {
  failed: 'Failed',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
}
type Piece = { text: string; warm?: boolean }
/** "Thought 3 rounds · 6 memories · 14 s", in parts. */
export function doneLine(turn: TurnDto, format: Format): Piece[] {
  const rounds = roundsIn(thinkSteps(turn))
  const found = foundIn(turn).length
  const tools = toolSteps(turn).flatMap((step) => step.tools.filter((tool) => tool.name !== FINISHING_TOOL))
  const failed = tools.filter((tool) => !tool.ok).length
  const ms = thoughtMs(turn)
  const pieces: (Piece | false)[] = [
    {
      text: rounds
        ? `Thought ${format.plural(rounds, 'round')}`
        : (UNTHOUGHT[turn.status] ?? 'Answered directly'),
    },
    found > 0 && { text: format.plural(found, 'memory', 'memories'), warm: true },
    tools.length > failed && { text: format.plural(tools.length - failed, 'tool') },
    failed > 0 && { text: `${format.plural(failed, 'tool call')} failed` },
    ms !== null && { text: format.duration(ms < 10_000 ? ms : Math.round(ms / 1_000) * 1_000) },
  ]
  return pieces.filter((piece) => piece !== false)
}

/** "44 s in all, 14 s of it thinking"; '' until it ended. */
export function timeWords(turn: TurnDto, format: Format): string {
  const [all, thinking] = [elapsed(turn), roundsMs(turn)]
  if (all === null) return ''
  return `${format.duration(all)} in all${thinking === null ? '' : `, ${format.duration(thinking)} of it thinking`}`
}

/** "10,702 tokens; plain chat: 12,480", both by Mneme's count; '' until there is a number. */
export function usedWords(turn: TurnDto, format: Format): string {
  const tokens = spent(turn)
  if (!tokens || !tokensOf(tokens)) return ''
  const { withMemoryTokens = 0, plainChatTokens = 0 } = turn.totals ?? {}
  return turn.number > 1 && plainChatTokens
    ? `${format.tokens(withMemoryTokens)} tokens; plain chat: ${format.tokens(plainChatTokens)}`
    : `${countOf(tokens, format)} tokens`
}

const COMPARED =
  'Plain chat would have resent every earlier message, word for word. It and what it is compared with are counted by Mneme, as on the Usage page.'
/** "10,474 tokens for this answer, then 211 for memory's own calls", as reported, and what is compared. */
export function usedTitle(turn: TurnDto, format: Format): string {
  const tokens = spent(turn)
  const later = turn.totals?.later
  if (!tokens) return ''
  const own = later ? `, then ${countOf(later, format)} for memory’s own calls` : ''
  return `${countOf(tokens, format)} tokens for this answer${own}. ${COMPARED}`
}

type Counted = { inputTokens: number; outputTokens: number; estimated: boolean }
const countOf = (sums: Counted, format: Format) =>
  `${sums.estimated ? '≈ ' : ''}${format.tokens(tokensOf(sums))}`
const tokensOf = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) =>
  inputTokens + outputTokens

/** How a finished round ended, in one sentence; '' if what it recalled says why it went on. */
export const roundSentence = ({ decision, recalls, text }: StepDto) =>
  decision?.continueThinking && recalls.some(({ hits }) => hits.length > 0)
    ? ''
    : decision?.reason.trim() ||
      firstSentence(text) ||
      (decision?.continueThinking ? 'Continuing: checking memory.' : 'Ready to answer.')

/** An action step with tools in one sentence. */
export const actionSentence = (step: StepDto) => {
  const names = step.tools.map((tool) => `${tool.name}${tool.ok ? '' : ' (failed)'}`)
  return names.length ? `Used ${names.join(', ')}.` : ''
}

export function listTurns(numbers: number[]): string {
  const unique = [...new Set(numbers)].sort((a, b) => a - b)
  return `${unique.length === 1 ? 'turn' : 'turns'} ${wordList(unique)}`
}

const firstSentence = (text: string) => {
  const line = text.trim().replace(/\s+/g, ' ')
  const end = line.search(/[.!?]\s/)
  return end > 0 && end < 160 ? line.slice(0, end + 1) : line.length > 160 ? `${line.slice(0, 157)}…` : line
}

/** Why these passages were found. */
export function whyRecalled(recall: Recall): string {
  const { turnNumbers, contextIds, keywords } = recall.request
  const reasons = [
    ...(turnNumbers?.length ? [`requested ${listTurns(turnNumbers)}`] : []),
    ...(contextIds?.length ? ['requested by id'] : []),
    ...(keywords?.length
      ? [`searched for ${keywords.map((word) => `“${word.replace(/[.!?]+$/, '')}”`).join(', ')}`]
      : []),
  ]
  return reasons.join(', ') || 'searched for anything related to your message'
}

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

/** What a person should know about this answer. */
export const remarks = (turn: TurnDto): string[] => [...new Set(turn.steps.flatMap((step) => step.notices))]
/** The answer was cut off at its token limit. */
export const isCutShort = (turn: TurnDto) =>
  turn.status === 'completed' && actSteps(turn).at(-1)?.finish === 'length'
