import { newId } from '@/components/chat/composer/new-id'
import { timeZoneHere } from '@/components/ui/words/use-time-zone'
import type { ConversationDto, TurnDto } from '@/lib/shared/dto'
import type { TurnOptions } from '@/lib/shared/schemas'
import type { ChatState, Outgoing } from './chat-state'

/** A message as a turn, before the server responds, with the time zone that the person is in. */
export function optimisticTurn(
  state: ChatState,
  message: Outgoing,
  turnId: string,
  waits: boolean,
  now: Date,
): TurnDto {
  const parent = state.queue.at(-1) ?? state.turns.at(-1)
  return {
    id: turnId,
    conversationId: state.conversationId,
    branchId: parent?.branchId ?? '',
    number: (parent?.number ?? 0) + 1,
    parentId: parent?.id ?? null,
    siblings: [turnId],
    status: waits ? 'queued' : 'running',
    attempt: 1,
    userText: message.text,
    attachments: message.attachments,
    options: { ...message.options, timeZone: timeZoneHere() },
    answer: '',
    thinking: null,
    window: null,
    steps: [],
    error: null,
    createdAt: now.toISOString(),
    startedAt: null,
    endedAt: null,
    totals: null,
    summary: null,
  }
}

/** The ids and options of a new version of a turn, sent from where the person is now. */
export const siblingOf = (turnId: string, options: TurnOptions) => ({
  turnId,
  newTurnId: newId('turn'),
  clientMessageId: newId('msg'),
  options: { ...options, timeZone: timeZoneHere() },
})

const TITLE = 60

/** A conversation's list entry from the moment its message is accepted. Its real title comes later. */
export function startedConversation(
  id: string,
  text: string,
  known: ConversationDto | null,
): ConversationDto {
  const now = new Date().toISOString()
  const line = text.trim().replace(/\s+/g, ' ')
  const title = known?.title || (line.length > TITLE ? `${line.slice(0, TITLE - 1)}…` : line)
  return {
    createdAt: now,
    pinnedAt: null,
    tags: [],
    turns: 0,
    importedFrom: null,
    client: null,
    importedAt: null,
    importedFile: null,
    sample: false,
    ...known,
    id,
    title,
    updatedAt: now,
    running: true,
    // A message brings an archived conversation back to the list.
    archivedAt: null,
  }
}
