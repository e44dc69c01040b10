'use server'

import { z } from 'zod'
import * as tokens from '@/lib/services/door/tokens'
import { lifeSchema, newTokenSchema } from '@/lib/shared/door'
import { idSchema } from '@/lib/shared/schemas'
import { action, plainAction } from './action'

const one = z.strictObject({ id: idSchema })

export const listTokens = plainAction(tokens.listTokens)
/** A token for another program. Its key is in this answer and nowhere else. */
export const createToken = action(newTokenSchema, tokens.createToken)
/** Replaces a token's key; name and scopes stay. */
export const renewToken = action(one.extend({ life: lifeSchema }), tokens.renewToken)
export const revokeToken = action(one, (session, { id }) => tokens.revokeToken(session, id))
export const loadTokenCalls = action(one, (session, { id }) => tokens.lastCalls(session, id))
