import type { Held } from './held-schema'

/** A trash entry to purge; `conversationIds` = its whole conversations that still exist. */
export type Due = {
  id: string
  ownerId: string
  createdAt: Date
  held: Held
  conversationIds: string[]
  turns: { id: string; number: number; branchId: string }[]
}

export type Started = NonNullable<Held['started']>
