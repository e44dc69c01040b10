'use server'

import { z } from 'zod'
import * as turns from '@/lib/services/turns/turns'
import {
  idSchema,
  messageTextSchema,
  type StartTurnInput,
  startTurnSchema,
  turnOptionsSchema,
} from '@/lib/shared/schemas'
import { type Feedback, feedbackSchema } from '@/lib/shared/turn/feedback'
import { runAction } from './run-action'

const turnId = z.strictObject({ turnId: idSchema })
const sibling = z.strictObject({
  turnId: idSchema,
  newTurnId: idSchema,
  clientMessageId: idSchema,
  options: turnOptionsSchema.default({}),
})
const place = z.int().min(0).max(1_000_000_000).optional()

/** Starts the agent on a message and streams the turn, which continues whatever happens to the stream. */
export async function startTurn(input: StartTurnInput) {
  return runAction(startTurnSchema, input, (session, message) => turns.startTurn(session, message))
}

export async function stopTurn(input: { turnId: string }) {
  return runAction(turnId, input, (session, { turnId }) => turns.stopTurn(session, turnId))
}

export async function retryTurn(input: { turnId: string }) {
  return runAction(turnId, input, (session, { turnId }) => turns.retryTurn(session, turnId))
}

export async function editTurn(input: z.input<typeof sibling> & { text: string }) {
  return runAction(sibling.extend({ text: messageTextSchema }), input, (session, edit) =>
    turns.siblingTurn(session, edit, edit.text),
  )
}

export async function regenerateTurn(input: z.input<typeof sibling>) {
  return runAction(sibling, input, (session, again) => turns.siblingTurn(session, again, null))
}

/** What a person thinks of an answer; null takes it back. */
export async function rateAnswer(input: { turnId: string; feedback: Feedback | null }) {
  return runAction(
    turnId.extend({ feedback: feedbackSchema.nullable() }),
    input,
    (session, { turnId, feedback }) => turns.rateAnswer(session, turnId, feedback),
  )
}

export async function releaseQueue(input: { conversationId: string }) {
  return runAction(z.strictObject({ conversationId: idSchema }), input, (session, { conversationId }) =>
    turns.releaseQueue(session, conversationId),
  )
}

export async function editQueued(input: { turnId: string; text: string }) {
  return runAction(turnId.extend({ text: messageTextSchema }), input, (session, { turnId, text }) =>
    turns.editQueued(session, turnId, text),
  )
}

export async function discardQueued(input: { turnId: string }) {
  return runAction(turnId, input, (session, { turnId }) => turns.discardQueued(session, turnId))
}

export async function loadTurns(input: {
  conversationId: string
  before?: number
  after?: number
  around?: number
}) {
  return runAction(
    z.strictObject({ conversationId: idSchema, before: place, after: place, around: place }),
    input,
    (session, { conversationId, ...at }) => turns.conversationPage(session, conversationId, at),
  )
}

export async function loadTurn(input: { turnId: string }) {
  return runAction(turnId, input, (session, { turnId }) => turns.turnDto(session, turnId))
}

export async function selectBranch(input: { turnId: string }) {
  return runAction(turnId, input, (session, { turnId }) => turns.selectBranch(session, turnId))
}
