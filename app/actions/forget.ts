'use server'

import { z } from 'zod'
import * as forget from '@/lib/services/forget'
import type { Result } from '@/lib/shared/errors'
import {
  type ForgetPreview,
  type ForgetTurnsInput,
  type Forgotten,
  type ForgottenDto,
  forgetFileSchema,
  forgetTurnsSchema,
} from '@/lib/shared/forget'
import { act } from './act'

export async function previewForget(input: ForgetTurnsInput): Promise<Result<ForgetPreview>> {
  return act(forgetTurnsSchema, input, (session, range) => forget.previewForget(session, range))
}

export async function forgetTurns(input: ForgetTurnsInput): Promise<Result<Forgotten>> {
  return act(forgetTurnsSchema, input, (session, range) => forget.forgetTurns(session, range))
}

export async function forgetFile(input: {
  conversationId: string
  path: string
}): Promise<Result<Forgotten>> {
  return act(forgetFileSchema, input, (session, file) => forget.forgetFile(session, file))
}

/** What was forgotten, newest first, with the proofs of finished purges. */
export async function listForgotten(): Promise<Result<ForgottenDto[]>> {
  return act(z.undefined(), undefined, ({ db, ownerId }) => forget.listForgotten(db, ownerId))
}
