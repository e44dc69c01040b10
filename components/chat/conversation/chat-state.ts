import type { FoundWords } from '@/components/chat/turn/found-words'
import type { Connection, LiveTurn } from '@/components/chat/turn/live-turn'
import type { ConversationDto, ConversationPage, TurnDto } from '@/lib/shared/dto'
import type { Attachment, TurnOptions } from '@/lib/shared/schemas'

/** A message on its way; with ids it is sent again under the same ones. */
export type Outgoing = {
  text: string
  options: TurnOptions
  attachments: Attachment[]
  turnId?: string
  clientMessageId?: string
}
/** Everything one conversation shows; replaced, never changed in place. */
export type ChatState = {
  conversationId: string
  /** null = nothing was sent yet. */
  conversation: ConversationDto | null
  turns: TurnDto[]
  hasBefore: boolean
  hasAfter: boolean
  queue: TurnDto[]
  queuePaused: boolean
  lastNumber: number
  /** The conversation's last turn, while the page ends before it. */
  latest: TurnDto | null
  sessions: LiveTurn[]
  connection: Connection
  loading: 'before' | 'after' | 'jump' | null
  stopping: boolean
  /** It was deleted while it stood on this page; it may come back. */
  gone: boolean
  /** A turn to bring into view; `nonce` makes the same turn a new wish. */
  target: { turnId: string; nonce: number } | null
  /** What a search found in the target, while it is marked. */
  found: FoundWords | null
  /** The turn that the side panel is about; null = the conversation's last one. */
  chosen: string | null
}

export const emptyChat = (conversationId: string): ChatState => ({
  conversationId,
  conversation: null,
  turns: [],
  hasBefore: false,
  hasAfter: false,
  queue: [],
  queuePaused: false,
  lastNumber: 0,
  latest: null,
  sessions: [],
  connection: 'live',
  loading: null,
  stopping: false,
  gone: false,
  target: null,
  found: null,
  chosen: null,
})

/** A queued turn belongs to the queue, wherever the page lists it. */
export const fromPage = (
  page: ConversationPage,
): Pick<
  ChatState,
  'conversation' | 'turns' | 'hasBefore' | 'hasAfter' | 'queue' | 'queuePaused' | 'lastNumber' | 'latest'
> => ({
  conversation: page.conversation,
  turns: page.turns.filter((turn) => turn.status !== 'queued'),
  hasBefore: page.hasBefore,
  hasAfter: page.hasAfter,
  queue: page.queue,
  queuePaused: page.queuePaused,
  lastNumber: page.lastNumber,
  latest: page.latest,
})

/** The turn that runs, also while the page shows another part of the conversation. */
export const runningTurn = (state: ChatState): TurnDto | null =>
  state.turns.findLast((turn) => turn.status === 'running') ??
  state.sessions.findLast((session) => !session.settled && session.latest.status === 'running')?.latest ??
  null
export const panelTurn = (state: ChatState): TurnDto | null =>
  state.turns.find((turn) => turn.id === state.chosen) ??
  runningTurn(state) ??
  (state.hasAfter ? state.latest : (state.turns.at(-1) ?? null))
