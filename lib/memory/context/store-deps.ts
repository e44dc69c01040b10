import type { Db } from '@/lib/db/engine/client'
import type { Runtime } from '@/lib/shared/runtime'

/** What a memory store needs. The conversation need not exist yet. */
export type StoreDeps = {
  db: Db
  ownerId: string
  conversationId: string
  runtime: Runtime
  countTokens(text: string): number
}
