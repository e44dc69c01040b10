'use server'

import { z } from 'zod'
import * as turns from '@/lib/services/turns/turns'
import { idSchema, messageTextSchema, startTurnSchema, turnOptionsSchema } from '@/lib/shared/schemas'
import { feedbackSchema } from '@/lib/shared/turn/feedback'
import { action } from './action'

const turnId = z.strictObject({ turnId: idSchema })
const conversationId = z.strictObject({ conversationId: idSchema })
const sibling = turnId.extend({
  newTurnId: idSchema,
  clientMessageId: idSchema,
  options: turnOptionsSchema.default({}),
})
const place = z.int().min(0).max(1_000_000_000).optional()

/** Starts the agent on a message and streams the turn, which continues whatever happens to the stream. */
export const startTurn = action(startTurnSchema, turns.startTurn)
export const stopTurn = action(turnId, (session, { turnId }) => turns.stopTurn(session, turnId))
export const retryTurn = action(turnId, (session, { turnId }) => turns.retryTurn(session, turnId))
export const editTurn = action(sibling.extend({ text: messageTextSchema }), (session, edit) =>
  turns.siblingTurn(session, edit, edit.text),
)
export const regenerateTurn = action(sibling, (session, again) => turns.siblingTurn(session, again, null))

/** What a person thinks of an answer; null takes it back. */
export const rateAnswer = action(
  turnId.extend({ feedback: feedbackSchema.nullable() }),
  (session, { turnId, feedback }) => turns.rateAnswer(session, turnId, feedback),
)

export const releaseQueue = action(conversationId, (session, { conversationId }) =>
  turns.releaseQueue(session, conversationId),
)
export const editQueued = action(turnId.extend({ text: messageTextSchema }), (session, { turnId, text }) =>
  turns.editQueued(session, turnId, text),
)
export const discardQueued = action(turnId, (session, { turnId }) => turns.discardQueued(session, turnId))

export const loadTurns = action(
  conversationId.extend({ before: place, after: place, around: place }),
  (session, { conversationId, ...at }) => turns.conversationPage(session, conversationId, at),
)
export const loadTurn = action(turnId, (session, { turnId }) => turns.turnDto(session, turnId))
export const selectBranch = action(turnId, (session, { turnId }) => turns.selectBranch(session, turnId))
