import { writeSetting } from '@/lib/db/settings'
import { findConversation } from '@/lib/db/turns/conversations'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { findTurn, keptTurn, zoneFor } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { turnEvents } from '@/lib/runtime/follow'
import { loadSettings } from '@/lib/settings/layers'
import { isSettled, type TurnDto } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { type ChatAnswer, type ChatEnd, type ChatMessage, NO_COUNTS, restOf } from '@/lib/shared/memory/chat'
import { clientOrigin } from '@/lib/shared/memory/outside'
import { messageTextSchema } from '@/lib/shared/schemas'
import { shortened } from '@/lib/shared/shortened'
import { storableText } from '@/lib/shared/storable'
import { problemIn } from '@/lib/shared/text'
import type { Depth } from '@/lib/shared/turn/depth'
import { imageLimits } from '@/lib/shared/turn/images'
import { applyEvent } from '@/lib/shared/turn/live'
import { joinedTurns, type SpokenMessage } from '@/lib/transfer/formats/turns'
import { acceptMessage } from '../turns/turns'
import { storeUploads } from '../turns/uploads'
import { writeConversation } from './client-turns'
import type { Outside } from './outside'
import { imageFiles } from './provider'
import { type Pair, placeAfter, placeFor, steadyId } from './thread'

/**
 * `name` = what the client calls its conversation; `behind` = the turn that the message follows, if it is named; `key`
 * = the same again is the same turn.
 */
export type ChatInput = {
  system: string
  earlier: readonly ChatMessage[]
  message: Extract<ChatMessage, { role: 'user' }>
  depth: Depth | undefined
  name: string | null
  behind: string | null
  key: string | null
}
export type ChatTurn = { turnId: string; conversationId: string }

/** Of a conversation that began elsewhere: turns that are stored. */
const MOST_EARLIER = 50
const LOOK = 'Look at the attached image.'

/** Stores and starts a client's message, which like that of `ask` is not the person's. @throws MnemeError */
export async function beginChat(who: Outside, input: ChatInput): Promise<ChatTurn> {
  const { db, ownerId, runtime, client } = who
  const { key, message } = input
  const turnId = key === null ? runtime.id('turn') : steadyId('turn', who, key)
  const known = key === null ? null : await findTurn(db, ownerId, turnId)
  if (known) return { turnId, conversationId: known.conversationId }
  const text = messageTextSchema.safeParse(message.text || (message.images.length ? LOOK : ''))
  if (!text.success) throw new MnemeError('invalid', problemIn(text.error))
  // One more than a message may have, so that it is refused.
  const files = imageFiles(message.images.slice(0, imageLimits.perMessage + 1))
  const fresh = key === null ? runtime.id('conv') : steadyId('conv', who, 'key', key)
  const thread = { name: input.name, earlier: input.earlier, text: text.data }
  const { before = [], ...place } = input.behind
    ? await placeAfter(who, input.behind, text.data)
    : await placeFor(who, thread, fresh)
  const { conversationId } = place
  const uploads = files.length ? await storeUploads(who, conversationId, files) : []
  if (before.length > 0) await storeEarlier(who, conversationId, before)
  await instruct(who, conversationId, input.system)
  const options = { timeZone: await zoneFor(who), ...(input.depth ? { depth: input.depth } : {}) }
  const uploadIds = uploads.map(({ uploadId }) => uploadId)
  const said = { ...place, turnId, clientMessageId: turnId, text: text.data, options, uploadIds }
  try {
    await acceptMessage(who, said, clientOrigin(client))
  } catch (error) {
    // Nothing is kept of a conversation that did not begin.
    if (!(await findConversation(db, ownerId, conversationId))) await instruct(who, conversationId, '')
    throw error
  }
  return { turnId, conversationId }
}

/** The header in which a person's programs name their conversation. */
export const conversationHeader = async ({ db, ownerId }: Outside): Promise<string> =>
  (await loadSettings(db, ownerId, null)).get('outside.conversationHeader').value

/** The newest of what was said before, such as with another model, as turns from outside. */
async function storeEarlier(who: Outside, id: string, pairs: readonly Pair[]): Promise<void> {
  const said = pairs.slice(-MOST_EARLIER).flatMap(({ user, answer }, i): SpokenMessage[] => [
    { id: `${i}u`, speaker: 'user', part: 'user', text: user, at: null, session: null },
    { id: `${i}a`, speaker: who.client, part: 'assistant', text: answer.trim(), at: null, session: null },
  ])
  const kept = said.flatMap((one) =>
    one.text ? { ...one, text: one.text.slice(0, limits.message.maxChars) } : [],
  )
  const turns = await joinedTurns(kept, who.runtime.now())
  await writeConversation(who, { id, title: titleFor(turns[0]?.userText ?? ''), importKey: id }, turns)
}

/** The client's instructions count for its whole conversation. */
async function instruct({ db, ownerId }: Outside, conversationId: string, system: string): Promise<void> {
  const key = 'instructions.client'
  const text = shortened(storableText(system).trim(), limits.prompt.clientInstructionsChars)
  if ((await loadSettings(db, ownerId, conversationId)).get(key).value === text) return
  await writeSetting(db, ownerId, conversationId, key, text || null)
}

const EMPTY = { steps: [], answer: '', status: 'queued' } as unknown as TurnDto

/** What a turn thinks and answers, as it comes. `signal` ends the following, not the turn. */
export async function* followChat(who: Outside, turnId: string, signal: AbortSignal): ChatAnswer {
  const { db, ownerId, follow, runner } = who
  let sent = ''
  const take = (whole: string) => {
    const text = restOf(sent, whole)
    sent += text
    return text
  }
  while (!signal.aborted && !isSettled((await keptTurn(db, ownerId, turnId)).status)) {
    let turn = EMPTY
    let thinking: number | null = null
    for await (const event of turnEvents(follow, ownerId, turnId, signal)) {
      turn = applyEvent(turn, event)
      if (event.type === 'thought-delta' || event.type === 'reasoning-delta') {
        const isNext = thinking !== null && thinking !== event.step
        thinking = event.step
        yield { thought: isNext ? `\n\n${event.text}` : event.text }
      }
      // What was taken back may be said again: the end sends what is missing.
      const text = turn.answer.startsWith(sent) ? take(turn.answer) : ''
      if (text) yield { text }
    }
  }
  await runner.settled(turnId)
  const [dto] = await turnDtos(db, ownerId, [await keptTurn(db, ownerId, turnId)])
  if (!dto || signal.aborted) return
  const text = take(dto.answer)
  if (text) yield { text }
  yield { end: endOf(dto) }
}

const interrupted = {
  code: 'interrupted',
  message: 'The answer was interrupted.',
  hint: 'Send it again.',
} as const

/** The tokens are those of the ledger. */
function endOf(turn: TurnDto): ChatEnd {
  const last = turn.steps.findLast(({ phase }) => phase === 'act')?.finish
  const finish = last === 'length' ? 'length' : last === 'content-filter' ? 'content_filter' : 'stop'
  const isWhole = turn.status === 'completed' || turn.status === 'stopped'
  return { finish, counts: turn.totals ?? NO_COUNTS, error: isWhole ? null : (turn.error ?? interrupted) }
}
