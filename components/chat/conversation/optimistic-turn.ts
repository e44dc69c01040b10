import { timeZoneHere } from '@/components/ui/words/use-time-zone'
import type { TurnDto } from '@/lib/shared/dto'
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
