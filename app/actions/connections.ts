'use server'

import { z } from 'zod'
import * as tokens from '@/lib/services/door/tokens'
import { lifeSchema, newTokenSchema } from '@/lib/shared/door'
import { idSchema } from '@/lib/shared/schemas'
import { runAction } from './run-action'

const oneSchema = z.strictObject({ id: idSchema })
const renewSchema = z.strictObject({ id: idSchema, life: lifeSchema })

export async function listTokens() {
  return runAction(z.undefined(), undefined, (session) => tokens.listTokens(session))
}

/** A token for another program. Its key is in this answer and nowhere else. */
export async function createToken(input: z.input<typeof newTokenSchema>) {
  return runAction(newTokenSchema, input, (session, token) => tokens.createToken(session, token))
}

/** Replaces a token's key; name and scopes stay. */
export async function renewToken(input: z.input<typeof renewSchema>) {
  return runAction(renewSchema, input, (session, token) => tokens.renewToken(session, token))
}

export async function revokeToken(input: z.input<typeof oneSchema>) {
  return runAction(oneSchema, input, (session, { id }) => tokens.revokeToken(session, id))
}

export async function loadTokenCalls(input: z.input<typeof oneSchema>) {
  return runAction(oneSchema, input, (session, { id }) => tokens.lastCalls(session, id))
}
