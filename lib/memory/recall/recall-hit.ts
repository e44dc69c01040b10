import { filePlaces } from '@/lib/db/files/file-texts'
import { type ContextPart, contentPath } from '@/lib/db/memory/context-parts'
import type { ContextRow, KeptContext } from '@/lib/db/memory/contexts'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { type ContextPiece, contextPieces, isRepeat } from '@/lib/memory/context/context'
import type { MessageHit } from '@/lib/memory/index/load/data'
import { pick } from '@/lib/shared/pick'
import { speakersOf } from '@/lib/shared/speakers'
import type { RecallHit } from '@/lib/shared/turn/events'
import { chipOf } from './passages'
import type { Passage, Recalling } from './recall-query'

/** A turn with the messages that were found, best first. No `weights`: requested by number or id. */
export type FoundTurn = Pick<MessageHit, 'score' | 'parts' | 'weights' | 'ranks'> & {
  turn: TurnText
  messages: MessageHit[]
}
export const NONE: ReadonlyMap<string, number> = new Map()
/**
 * Something that becomes a hit: its passages within `chars`, and the hit, whose excerpt begins at `best`. `isAsked` = it
 * was asked for by number or id, to be quoted whole.
 */
export type Quotable = {
  isAsked?: boolean
  excerptsIn(chars: number): { best: string; own: Passage[] }
  hitOf(rank: number, best: string, tokens: number): RecallHit
}

export const unitPlacesOf = ({ messages }: FoundTurn) =>
  messages.map(({ part, unit }) => ({ who: part, ...unit }))
/** The speakers of an excerpt of an imported turn, and the date of its first message. */
function saidBy(
  turn: TurnText,
  { who, text }: Pick<Passage, 'who' | 'text'>,
): { at?: string; speaker?: string } {
  const own = turn.messages?.filter(({ part }) => part === who) ?? []
  const from = (who === 'user' ? turn.userText : turn.answer).indexOf(text)
  const touched = own.filter(({ start, end }) => start < from + text.length && end > from)
  const messages = from < 0 || touched.length === 0 ? own.slice(0, 1) : touched
  const names = messages[0] && speakersOf(messages)[messages[0].part]
  return messages[0] ? { at: messages[0].at, ...(names ? { speaker: names } : {}) } : {}
}

export const said = (turn: TurnText): ContextPiece[] => [
  { who: 'user', title: '', text: turn.userText },
  { who: 'assistant', title: '', text: turn.answer },
]

/** The wanted pieces of the turns' contexts, without recalled text. */
export async function recalledPieces(
  { db, ownerId }: Recalling,
  chosen: readonly FoundTurn[],
  contexts: Map<string, KeptContext>,
  isWanted: (part: ContextPart) => boolean = () => true,
): Promise<Map<string, ContextPiece[]>> {
  const rows = chosen
    .flatMap(({ turn }) => contexts.get(turn.id) ?? [])
    .filter(({ droppedAt }) => !droppedAt)
    .map(({ parts, ...row }) => ({
      ...row,
      parts: parts.filter((part) => isWanted(part) && !isRepeat(part)),
    }))
  const withParts = rows.filter(({ parts }) => parts.length > 0)
  const pieces = await contextPieces(db, ownerId, withParts)
  return new Map(rows.map((row) => [row.turnId, pieces.get(row.id) ?? []]))
}

/** The files in the turns' contexts whose text is their newest version. */
export async function filesNow(
  query: Recalling,
  turns: readonly FoundTurn[],
  contexts: Map<string, KeptContext>,
): Promise<Map<string, ContextPiece[]>> {
  const isFile = (part: ContextPart) => contentPath(part) !== undefined
  const withFiles = turns.filter(({ turn }) => contexts.get(turn.id)?.parts.some(isFile))
  const conversations = [...new Set(withFiles.map(({ turn }) => turn.conversationId))]
  const places = await filePlaces(query.db, query.ownerId, conversations)
  const now = new Set(places.map(({ path, hash }) => `${hash} ${path}`))
  return recalledPieces(query, withFiles, contexts, (part) => now.has(`${part.hash} ${contentPath(part)}`))
}

export const passage = (
  { turn, score }: FoundTurn,
  excerpt: Pick<Passage, 'who' | 'title' | 'text' | 'quotes' | 'cut'>,
): Passage => ({
  turnId: turn.id,
  turnNumber: turn.number,
  conversationId: turn.conversationId,
  parentId: turn.parentId,
  at: turn.createdAt.toISOString(),
  score,
  ...saidBy(turn, excerpt),
  ...excerpt,
})

export const hit = (
  { turn, score, parts, ranks, messages: [message] }: FoundTurn,
  context: ContextRow | undefined,
  rank: number,
  best: string,
  tokens: number,
): RecallHit => ({
  rank,
  kind: 'turn',
  refId: turn.id,
  turnId: turn.id,
  turnNumber: turn.number,
  conversationId: turn.conversationId,
  contextId: context?.id ?? null,
  at: message ? new Date(message.at).toISOString() : turn.createdAt.toISOString(),
  score,
  parts,
  excerpt: chipOf(best),
  tokens,
  place: message && pick(message, 'part start end speaker'),
  words: message?.asked,
  ranks,
})
