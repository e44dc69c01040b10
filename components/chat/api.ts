import type { ConversationPage, TurnDto } from '@/lib/shared/dto'
import type { Result } from '@/lib/shared/errors'
import type { LiveChunk } from '@/lib/shared/live'
import type { StartTurnInput, TurnOptions } from '@/lib/shared/schemas'

type Sibling = { turnId: string; newTurnId: string; clientMessageId: string; options: TurnOptions }

/** What the chat needs from the server. Every call returns a result; only `follow` rejects. */
export type ChatApi = {
  startTurn(input: StartTurnInput): Promise<Result<{ turn: TurnDto; stream: ReadableStream<LiveChunk> }>>
  stopTurn(input: { turnId: string }): Promise<Result<null>>
  retryTurn(input: { turnId: string }): Promise<Result<TurnDto>>
  editTurn(input: Sibling & { text: string }): Promise<Result<TurnDto>>
  regenerateTurn(input: Sibling): Promise<Result<TurnDto>>
  releaseQueue(input: { conversationId: string }): Promise<Result<TurnDto | null>>
  editQueued(input: { turnId: string; text: string }): Promise<Result<TurnDto>>
  discardQueued(input: { turnId: string }): Promise<Result<null>>
  loadTurns(input: {
    conversationId: string
    before?: number
    after?: number
    around?: number
  }): Promise<Result<ConversationPage>>
  loadTurn(input: { turnId: string }): Promise<Result<TurnDto>>
  selectBranch(input: { turnId: string }): Promise<Result<ConversationPage>>
  /**
   * The turn's chunks after a cursor, or from the beginning for null. @throws TurnGone if there is no such
   * turn, other errors when the connection fails.
   */
  follow(turnId: string, cursor: string | null, signal: AbortSignal): Promise<ReadableStream<LiveChunk>>
}

/** The turn does not exist. */
export class TurnGone extends Error {}
