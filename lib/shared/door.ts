import { z } from 'zod'
import { textSchema } from './text'

/** What a token of another program may allow. */
export const SCOPES = ['read', 'write', 'forget', 'chat'] as const
export type Scope = (typeof SCOPES)[number]

/** Another program that calls for a person. */
export type OutsideCaller = {
  ownerId: string
  /** null = a call without a token, from this machine. */
  tokenId: string | null
  /** The name of its token. */
  client: string
  may: readonly Scope[]
}

/** How an answer says that a token is needed. */
export const CHALLENGE = 'Bearer realm="Mneme"'

/** Days that a token lasts. */
export const LIVES = { month: 30, year: 365 } as const
export const lifeSchema = z.enum(['month', 'year'])
export type Life = z.infer<typeof lifeSchema>

export const limitsOfDoor = {
  /** Tokens of a person that still work. */
  tokens: 50,
  /** Last calls that are kept of a token, and ids of one of them. */
  calls: 100,
  idsOfCall: 20,
  nameChars: 60,
  userChars: 200,
  warnDays: 7,
  /** Days that a revoked token is still listed. */
  revokedDays: 30,
}

export const newTokenSchema = z.strictObject({
  name: textSchema(limitsOfDoor.nameChars)
    .overwrite((name) => name.replace(/\s+/g, ' ').trim())
    .min(1, 'A token needs a name.'),
  life: lifeSchema,
  may: z.array(z.enum(SCOPES)).min(1, 'Choose what it may do.').max(SCOPES.length),
})

export type TokenDto = {
  id: string
  name: string
  may: Scope[]
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  boundUser: string | null
}
/** The key is sent once, when it is made. */
export type NewTokenDto = { token: TokenDto; key: string }
export type OutsideCallDto = { id: string; tool: string; at: string; ids: string[]; count: number }
/** Calls by nobody known, since this server started (see `noteStranger`). */
export type StrangerCalls = { admitted: number; without: number; wrong: number }
