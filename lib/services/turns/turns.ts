import { isOfflineTurn, marksEdited, OFFLINE_TURN } from '@/lib/agent/turn-marks'
import { sweepImages } from '@/lib/db/files/images'
import { acceptTurn, findByClientId, type NewTurn } from '@/lib/db/turns/accept-turn'
import { requeue, retryState } from '@/lib/db/turns/claims'
import { conversationDto, getConversation } from '@/lib/db/turns/conversations'
import { saveCorrection, saveFeedback } from '@/lib/db/turns/feedback'
import { jobOps, NOTES, type NotesPayload } from '@/lib/db/turns/jobs'
import { discardQueued as discard, editQueuedText, queuedTurns, releaseFirst } from '@/lib/db/turns/queue'
import { newTurnDto, turnDtos } from '@/lib/db/turns/turn-dto'
import { activateBranch, getTurn, keptTurn, turnPath, turnsOnPath } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { countTokens } from '@/lib/model/tokens'
import { turnStream } from '@/lib/runtime/follow'
import type { ConversationPage, TurnDto } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'
import type { StartTurnInput, TurnOptions } from '@/lib/shared/schemas'
import { type Depth, withoutPrefix } from '@/lib/shared/turn/depth'
import type { Feedback } from '@/lib/shared/turn/feedback'
import type { Caller } from '../caller'
import { takeTagsOff } from '../learning/playbook'
import { takePersonsTurn } from '../person-limits'
import { withNoted } from './noted'
import { markedOptions, optionsOf, outsideMark, settingsOf } from './turn-options'
import { attachedAgain, attachedTo } from './uploads'

export async function turnDto(caller: Caller, turnId: string): Promise<TurnDto> {
  const turn = await getTurn(caller.db, caller.ownerId, turnId)
  const dtos = await turnDtos(caller.db, caller.ownerId, [turn], caller.runtime.now())
  const [dto] = await withNoted(caller, dtos)
  if (!dto) throw new MnemeError('internal', 'This message could not be read.')
  return dto
}

/** A message as it is stored: without the prefix that forces a depth. */
function messageOf(given: string): { userText: string; depth?: Depth } {
  const { text, depth } = withoutPrefix(given)
  if (text.trim()) return { userText: text, ...(depth ? { depth } : {}) }
  const prefix = depth === 'deep' ? '/reflect' : '/fast'
  throw new MnemeError(
    'invalid',
    `There is no message after ${prefix}.`,
    `Write your question on the same line, after ${prefix}.`,
  )
}

/** What a new turn has from its message and this moment. */
const saidNow = ({ runtime }: Caller, userText: string) => ({
  ...{ userText, userTokens: countTokens(userText), title: titleFor(userText) },
  ...{ now: runtime.now(), branchId: runtime.id('br') },
})

function refuseWhenDraining({ runner }: Caller) {
  if (runner.isDraining)
    throw new MnemeError(
      'unavailable',
      'Mneme is restarting.',
      'Send it again in a few seconds. Your draft is kept.',
    )
}

/** Accepts a message and returns the first seconds of its turn's stream; null while the turn is queued. */
export async function startTurn(caller: Caller, input: StartTurnInput) {
  const turn = await acceptMessage(caller, input)
  if (turn.status === 'queued') return { turn, stream: null }
  const signal = caller.tabs.open(input.tabId ?? turn.id)
  return { turn, stream: turnStream(caller.follow, caller.ownerId, turn.id, signal) }
}

/**
 * Stores the message, which acknowledges it, and starts the agent if the conversation is free. `outside` = the
 * origin of the program that sent it: its text is not the person's.
 */
export async function acceptMessage(caller: Caller, input: StartTurnInput, outside?: string) {
  refuseWhenDraining(caller)
  const { userText, ...forced } = messageOf(input.text)
  const { db, ownerId, runner } = caller
  const { chosen = {} } = input
  const options = { ...input.options, ...forced }
  const known = await findByClientId(db, ownerId, input.conversationId, input.clientMessageId)
  if (!known) await takePersonsTurn(caller)
  const attachments = known ? [] : await attachedTo(caller, input.uploadIds)
  const message: NewTurn = {
    ...pick(input, 'conversationId clientMessageId'),
    id: input.turnId,
    options: await markedOptions(caller, input.conversationId, options, options.model ?? chosen.model),
    ...{ settings: settingsOf(chosen), attachments, ...saidNow(caller, userText) },
    ...(outside === undefined ? {} : { outside }),
  }
  const place = input.besideTurnId
    ? { beside: (await getTurn(db, ownerId, input.besideTurnId)).id }
    : ({ behind: 'leaf' } as const)
  const { turn, created, alone } = await acceptTurn(db, ownerId, message, place)
  await runner.kick(ownerId, turn.conversationId)
  if (!created) return turnDto(caller, turn.id)
  const current = runner.entry(turn.id)?.turn ?? (await getTurn(db, ownerId, turn.id))
  return newTurnDto(db, ownerId, current, alone)
}

export async function stopTurn(caller: Caller, turnId: string): Promise<null> {
  await getTurn(caller.db, caller.ownerId, turnId)
  await caller.runner.stop(caller.ownerId, turnId)
  return null
}

const notAgain = () =>
  new MnemeError('conflict', 'This message cannot be retried.', 'Reload the page to see its state.')
/** Runs a turn again as its next attempt, or as a new version if later turns build on it. */
export async function retryTurn(caller: Caller, turnId: string): Promise<TurnDto> {
  refuseWhenDraining(caller)
  const { db, ownerId, runner } = caller
  const turn = await keptTurn(db, ownerId, turnId)
  const { again, followed } = await retryState(db, ownerId, turn)
  if (!again) throw notAgain()
  if (followed) {
    const ids = { newTurnId: caller.runtime.id('turn'), clientMessageId: caller.runtime.id('msg') }
    return siblingTurn(caller, { turnId, ...ids, options: {} }, null)
  }
  await takePersonsTurn(caller)
  const marked = await markedOptions(caller, turn.conversationId, optionsOf(turn))
  const options = {
    ...marked,
    ...(isOfflineTurn(turn) ? OFFLINE_TURN : {}),
    ...outsideMark(turn, turn.userText),
  }
  await takeTagsOff(caller, turnId)
  if (!(await requeue(db, ownerId, turnId, options))) throw notAgain()
  await runner.kick(ownerId, turn.conversationId)
  return turnDto(caller, turnId)
}

type Sibling = { turnId: string; newTurnId: string; clientMessageId: string; options: TurnOptions }
/** A new version of a turn: `text` = edited, null = the same again. A running turn is stopped first. */
export async function siblingTurn(caller: Caller, input: Sibling, text: string | null): Promise<TurnDto> {
  refuseWhenDraining(caller)
  const { db, ownerId, runner } = caller
  const old = await keptTurn(db, ownerId, input.turnId)
  await takePersonsTurn(caller)
  if (old.status === 'running') {
    await runner.stop(ownerId, old.id)
    await runner.settled(old.id)
  }
  const options = { ...optionsOf(old), ...input.options }
  // The depth that a prefix forced goes with the text that had the prefix.
  if (text !== null) delete options.depth
  const { userText, ...forced } = text === null ? { userText: old.userText } : messageOf(text)
  const marked = await markedOptions(caller, old.conversationId, { ...options, ...forced })
  const message: NewTurn = {
    id: input.newTurnId,
    conversationId: old.conversationId,
    clientMessageId: input.clientMessageId,
    options: { ...marked, ...outsideMark(old, userText) },
    ...(await attachedAgain(caller, old)),
    ...saidNow(caller, userText),
  }
  const { turn } = await acceptTurn(db, ownerId, message, { beside: old.id })
  await runner.kick(ownerId, turn.conversationId)
  return turnDto(caller, turn.id)
}

export async function correctDepth(caller: Caller, turnId: string, depth: Depth | null): Promise<void> {
  await keptTurn(caller.db, caller.ownerId, turnId)
  await saveCorrection(caller.db, caller.ownerId, turnId, depth, caller.runtime.now())
}

export async function rateAnswer(caller: Caller, turnId: string, feedback: Feedback | null) {
  const { db, ownerId, runtime } = caller
  await keptTurn(db, ownerId, turnId)
  const at = runtime.now()
  // Judged again, whatever was said of it before.
  const again = {
    id: runtime.id('job'),
    kind: NOTES,
    key: `${turnId}.rated.${at.getTime()}`,
    payload: { turnId, only: 'learning' } satisfies NotesPayload,
  }
  await saveFeedback(db, ownerId, turnId, feedback, at, jobOps(db, ownerId, [again], at))
  return turnDto(caller, turnId)
}

export async function releaseQueue(caller: Caller, conversationId: string): Promise<TurnDto | null> {
  const { db, ownerId, runner } = caller
  const { activeLeafId } = await getConversation(db, ownerId, conversationId)
  const id = await releaseFirst(db, ownerId, conversationId)
  if (!id) return null
  const { branchId, number } = await getTurn(db, ownerId, id)
  const shown = activeLeafId ? await turnPath(db, ownerId, activeLeafId) : []
  // A message must not run on a branch that the person is not looking at.
  if (!shown.some(([branch, max]) => branch === branchId && number <= max))
    await activateBranch(db, ownerId, id)
  await runner.kick(ownerId, conversationId)
  return turnDto(caller, id)
}

export async function editQueued(caller: Caller, turnId: string, text: string): Promise<TurnDto> {
  const { userText, ...forced } = messageOf(text)
  const turn = await getTurn(caller.db, caller.ownerId, turnId)
  const { depth: _, ...kept } = optionsOf(turn)
  const marked = await markedOptions(caller, turn.conversationId, { ...kept, ...forced })
  const { options, tainted } = marksEdited(turn, userText)
  const edited = { userText, userTokens: countTokens(userText), options: { ...marked, ...options }, tainted }
  await editQueuedText(caller.db, caller.ownerId, turnId, edited)
  return turnDto(caller, turnId)
}

export async function discardQueued(caller: Caller, turnId: string): Promise<null> {
  const { db, ownerId, runtime } = caller
  await discard(db, ownerId, turnId)
  await sweepImages(db, ownerId, runtime.now())
  return null
}

export async function selectBranch(caller: Caller, turnId: string): Promise<ConversationPage> {
  const turn = await getTurn(caller.db, caller.ownerId, turnId)
  await activateBranch(caller.db, caller.ownerId, turnId)
  return conversationPage(caller, turn.conversationId, { around: turn.number })
}

type PageRequest = { before?: number | undefined; after?: number | undefined; around?: number | undefined }
/** One page of the active path: the newest turns, or those before, after or around a number. */
export async function conversationPage(caller: Caller, conversationId: string, at: PageRequest) {
  const { db, ownerId, runtime } = caller
  const [conversation, stored] = await Promise.all([
    conversationDto(db, ownerId, conversationId),
    getConversation(db, ownerId, conversationId),
  ])
  const queued = await queuedTurns(db, ownerId, conversationId)
  const path = stored.activeLeafId ? await turnPath(db, ownerId, stored.activeLeafId) : []
  const lastNumber = path.at(-1)?.[1] ?? 0
  const size = Object.values(at).some((number) => number !== undefined)
    ? limits.conversation.pageTurns
    : limits.conversation.firstTurns
  const firstQueued = Math.min(
    lastNumber + 1,
    ...queued.filter((turn) => turn.branchId === path.at(-1)?.[0]).map((turn) => turn.number),
  )
  const shownLast = firstQueued - 1
  let to = shownLast
  if (at.before !== undefined) to = at.before - 1
  else if (at.after !== undefined) to = at.after + size
  else if (at.around !== undefined) to = at.around + Math.floor(size / 2)
  to = Math.min(shownLast, to)
  const from = Math.max(1, at.after !== undefined ? at.after + 1 : to - size + 1)
  const hasAfter = to < shownLast
  const stretch = async (first: number, last: number) => {
    const turns = await turnsOnPath(db, ownerId, path, first, last)
    return withNoted(caller, await turnDtos(db, ownerId, turns, runtime.now()))
  }
  const [turns, [latest = null], queue] = await Promise.all([
    stretch(from, to),
    hasAfter ? stretch(shownLast, shownLast) : [],
    turnDtos(db, ownerId, queued),
  ])
  const paused =
    queued.length > 0 &&
    !conversation.running &&
    !['running', 'queued', 'completed'].includes(queued[0]?.parent?.status ?? 'completed')
  return {
    ...{ conversation, turns, hasAfter, queue, latest },
    ...{ hasBefore: from > 1, queuePaused: paused, lastNumber: shownLast },
  }
}
