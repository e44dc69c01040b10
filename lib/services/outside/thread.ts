import { sha256 } from '@/lib/db/engine/blobs'
import { canHold, turnsAfter, turnsSaying } from '@/lib/db/turns/client-turns'
import { findConversation } from '@/lib/db/turns/conversations'
import { activateBranch, findTurn, isForgotten, type Turn } from '@/lib/db/turns/turns'
import { countTokens } from '@/lib/model/tokens'
import { MnemeError } from '@/lib/shared/errors'
import type { ChatMessage } from '@/lib/shared/memory/chat'
import { clientOrigin } from '@/lib/shared/memory/outside'
import { idSchema, messageTextSchema } from '@/lib/shared/schemas'
import { withoutPrefix } from '@/lib/shared/turn/depth'
import type { Outside } from './outside'

/** Where a message of another program goes; `before` = what was said there and is not stored yet. */
export type ThreadPlace = {
  conversationId: string
  besideTurnId?: string
  before?: readonly Pair[]
}
type Thread = { name: string | null; earlier: readonly ChatMessage[]; text: string }
export type Pair = { user: string; answer: string }

/** Earlier messages that are compared. Programs cut long conversations, so all of them would prove no more. */
const COMPARED = 10

/** An id that is the same for the same words of the same person and client. */
export const steadyId = (kind: string, { ownerId, client }: Outside, ...words: string[]) =>
  `${kind}_${sha256(JSON.stringify([ownerId, client, ...words])).slice(0, 24)}`

/**
 * The conversation that is named, else the one whose last turns the earlier messages repeat; `fresh` if none or
 * several do. A message that stood there before is a new version of it, and one behind an earlier turn a branch.
 */
export async function placeFor(who: Outside, thread: Thread, fresh: string): Promise<ThreadPlace> {
  const { db, ownerId } = who
  const pairs = pairsIn(thread.earlier)
  const named = thread.name === null ? undefined : await conversationNamed(who, thread.name)
  if (named !== undefined && !(await findConversation(db, ownerId, named))) {
    // A copy of a chat has a name of its own: it goes on as a branch where its messages already are.
    const [turn, other] = await turnsRepeated(who, pairs)
    return turn && !other ? placeBehind(who, turn, thread.text) : { conversationId: named, before: pairs }
  }
  const found = await turnsRepeated(who, pairs, named)
  const [turn] = named === undefined && found.length > 1 ? [] : found
  if (turn) return placeBehind(who, turn, thread.text)
  // Where Mneme has the beginning, it has the rest too, perhaps in words that the client has changed.
  if (named === undefined)
    return { conversationId: fresh, before: (await turnsWith(who, pairs[0]?.user)).length ? [] : pairs }
  // A program that names its conversation may send new messages alone: only the same first one is a new version.
  const first = pairs.length > 0 ? [] : await turnsAfter(db, ownerId, named, null)
  const again = first.find(({ userText }) => isSame(userText, thread.text))
  return { conversationId: named, ...(again ? { besideTurnId: again.id } : {}) }
}

/** A turn of this client’s own. @throws MnemeError not_found, with what to do */
export async function clientTurn({ db, ownerId, client }: Outside, id: string, hint: string): Promise<Turn> {
  const turn = await findTurn(db, ownerId, id)
  const conversation =
    turn && !isForgotten(turn) ? await findConversation(db, ownerId, turn.conversationId) : null
  if (turn && conversation?.origin === clientOrigin(client)) return turn
  throw new MnemeError('not_found', 'There is no response of this id.', hint)
}

/** The place behind a turn of this client’s own. @throws MnemeError not_found */
export async function placeAfter(who: Outside, turnId: string, text: string): Promise<ThreadPlace> {
  const hint = 'Send the whole conversation as input, without previous_response_id.'
  return placeBehind(who, await clientTurn(who, turnId, hint), text)
}

/** By its own id, or by whatever the client calls it. One in the trash is not continued. */
async function conversationNamed(who: Outside, name: string): Promise<string> {
  const { db, ownerId, client } = who
  const own = idSchema.safeParse(name).success ? await findConversation(db, ownerId, name) : null
  if (own?.origin === clientOrigin(client)) return own.id
  for (let again = 0; ; again++) {
    const id = steadyId('conv', who, 'named', name, String(again))
    if (await canHold(db, ownerId, id)) return id
  }
}

/** What was said and answered, in order. */
function pairsIn(messages: readonly ChatMessage[]): Pair[] {
  const pairs: Pair[] = []
  for (const message of messages) {
    const last = pairs.at(-1)
    if (message.role === 'user') pairs.push({ user: message.text, answer: '' })
    else if (message.role === 'assistant' && last) last.answer += `\n\n${message.text}`
  }
  return pairs
}

/** A text as a message of a turn is stored. */
const stored = (text: string) => withoutPrefix(messageTextSchema.safeParse(text).data ?? text).text
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
const isSame = (userText: string, text: string) => plain(userText) === plain(stored(text))

async function turnsWith({ db, ownerId, client }: Outside, text = '', conversationId?: string) {
  const userText = stored(text)
  const said = { userText, userTokens: countTokens(userText) }
  return turnsSaying(db, ownerId, { origin: clientOrigin(client), conversationId }, said)
}

/** Turns that the last earlier messages repeat. Clients may put the thinking in front of an answer. */
async function turnsRepeated(who: Outside, pairs: readonly Pair[], conversationId?: string): Promise<Turn[]> {
  const last = pairs.at(-1)
  if (!last) return []
  const turns = await turnsWith(who, last.user, conversationId)
  const answered = turns.filter(({ answer }) => answer.trim() && plain(last.answer).endsWith(plain(answer)))
  const found: Turn[] = []
  for (const turn of answered) if (await isBehind(who, turn, pairs.slice(0, -1))) found.push(turn)
  return found
}

/** Whether the messages before a turn are those before it here, as far as there are any. */
async function isBehind({ db, ownerId }: Outside, turn: Turn, before: readonly Pair[]): Promise<boolean> {
  let at = turn
  for (const { user } of before.slice(-COMPARED).reverse()) {
    const parent = at.parentId === null ? null : await findTurn(db, ownerId, at.parentId)
    if (!parent) return true
    if (!isSame(parent.userText, user)) return false
    at = parent
  }
  return true
}

async function placeBehind(
  { db, ownerId }: Outside,
  { id, conversationId }: Turn,
  text: string,
): Promise<ThreadPlace> {
  const behind = await turnsAfter(db, ownerId, conversationId, id)
  const again = behind.find(({ userText }) => isSame(userText, text)) ?? behind[0]
  if (again) return { conversationId, besideTurnId: again.id }
  const conversation = await findConversation(db, ownerId, conversationId)
  if (conversation?.activeLeafId !== id) await activateBranch(db, ownerId, id)
  return { conversationId }
}
