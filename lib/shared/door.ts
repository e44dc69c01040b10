/** What an access token may allow. */
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
