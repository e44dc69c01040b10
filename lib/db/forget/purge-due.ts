import type { Held } from './held-schema'

/** `conversationIds` = those that lie in the trash whole and are still there. */
export type Due = {
  id: string
  ownerId: string
  createdAt: Date
  held: Held
  conversationIds: string[]
  turns: { id: string; number: number; branchId: string }[]
}

export type Started = NonNullable<Held['started']>
