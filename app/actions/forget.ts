'use server'

import { z } from 'zod'
import * as forget from '@/lib/services/forget/forget'
import { type ForgetTurnsInput, forgetFileSchema, forgetTurnsSchema } from '@/lib/shared/memory/forget'
import { runAction } from './run-action'

export async function previewForget(input: ForgetTurnsInput) {
  return runAction(forgetTurnsSchema, input, (session, range) => forget.previewForget(session, range))
}

export async function forgetTurns(input: ForgetTurnsInput) {
  return runAction(forgetTurnsSchema, input, (session, range) => forget.forgetTurns(session, range))
}

export async function forgetFile(input: { conversationId: string; path: string }) {
  return runAction(forgetFileSchema, input, (session, file) => forget.forgetFile(session, file))
}

/** What was forgotten, newest first, with the proofs of finished purges. */
export async function listForgotten() {
  return runAction(z.undefined(), undefined, ({ db, ownerId }) => forget.listForgotten(db, ownerId))
}
