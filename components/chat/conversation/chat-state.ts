import type { LiveTurn } from '@/components/chat/turn/live-turn'
import type { ConversationDto, ConversationPage, TurnDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import type { Attachment, Chosen, TurnOptions } from '@/lib/shared/schemas'

/** Folded search words in the target turn. `part` = where they were found; null = anywhere in it. */
export type FoundWords = { turnId: string; words: string[]; part: 'user' | 'assistant' | null }

/** A message being sent. With ids it is resent under the same ones. */
export type Outgoing = {
  text: string
  options: TurnOptions
  chosen?: Chosen
  attachments: Attachment[]
  turnId?: string
  clientMessageId?: string
  /** Starts a new branch next to this turn. */
  besideTurnId?: string
}
/** Everything one conversation shows. Immutable. */
export type ChatState = Omit<ConversationPage, 'conversation'> & {
  conversationId: string
  /** null = nothing has been sent. */
  conversation: ConversationDto | null
  sessions: LiveTurn[]
  lost: boolean
  stopping: boolean
  /** It was deleted while open; it may be restored. */
  gone: boolean
  /** A turn to scroll to, anew with each new object. `top` = where on the screen. */
  target: { turnId: string; top: number | null } | null
  /** Ids of the turns formatted in the first render. The others follow when the page is idle. */
  formatted: ReadonlySet<string>
  found: FoundWords | null
  /** Where the next message starts a new branch: after turn `after`, next to the one that follows it. */
  branching: { after: number; besideTurnId: string } | null
  /** The turn that was chosen for the side panel, while it is in view. */
  chosen: string | null
  /** The turn that is read; null = the last one. */
  inView: string | null
}

export const NOT_AT_THE_END: Failure = {
  code: 'unavailable',
  message: 'The latest messages could not be loaded.',
  hint: 'Your draft is kept. Try again.',
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
  lost: false,
  stopping: false,
  gone: false,
  target: null,
  formatted: new Set(),
  found: null,
  branching: null,
  chosen: null,
  inView: null,
})

/** Queued turns are shown in the queue only. */
export const fromPage = (page: ConversationPage): ConversationPage => ({
  ...page,
  turns: page.turns.filter((turn) => turn.status !== 'queued'),
})

/** The running turn, even if the page shows another part of the conversation. */
export const runningTurn = (state: ChatState): TurnDto | null =>
  state.turns.findLast((turn) => turn.status === 'running') ??
  state.sessions.findLast((session) => session.latest.status === 'running')?.latest ??
  null
export const panelTurn = (state: ChatState): TurnDto | null =>
  state.turns.find((turn) => turn.id === state.chosen) ??
  runningTurn(state) ??
  state.turns.find((turn) => turn.id === state.inView) ??
  (state.hasAfter ? state.latest : (state.turns.at(-1) ?? null))

/** A queue with a turn as the server has it, in its place: later ones may have been sent meanwhile. */
export const withQueued = (queue: TurnDto[], turn: TurnDto): TurnDto[] =>
  queue.some(({ id }) => id === turn.id)
    ? queue.map((known) => (known.id === turn.id ? turn : known))
    : [...queue, turn]
