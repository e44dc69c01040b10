import type { Db } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import type { MemoryIndex } from '@/lib/memory/index/memory-index'
import type { RecallScope } from '@/lib/shared/schemas'
import type { AlreadyShown, Scene } from './recall-query'

/**
 * What a memory tool reads from, without a turn, so that other programs share it. `limit` = the most hits.
 */
export type MemoryContext = {
  db: Db
  ownerId: string
  scope: MemoryScope
  index: MemoryIndex
  limit: number
  now(): Date
  /** IANA name of the reader's time zone: "yesterday" depends on it. */
  zone: string
  countTokens(text: string): number
  /** The reader is a service that gets no facts about health. */
  withoutHealth?: boolean
  /** What the reader has already seen, so that no excerpt repeats it. */
  shown?: AlreadyShown
  /** What the reader calls turns. */
  labels?: NonNullable<Scene['labels']>
}

/** How far a reader may look. Turns of its own conversation are found on `path`, below `before`. */
export type MemoryScope = {
  reach: RecallScope
  conversation: { id: string; path: BranchPath; before: number } | null
  /** Includes the sample, which is a demonstration. */
  withSample?: boolean
}

const NOWHERE = { id: '', path: [], before: 1 }
export function placeOf({ scope }: Pick<MemoryContext, 'scope'>) {
  const { id, path, before } = scope.conversation ?? NOWHERE
  const reach: 'owner' | 'conversation' = scope.reach === 'owner' ? 'owner' : 'conversation'
  return { conversationId: id, path, before, scope: reach, withSample: scope.withSample ?? false }
}
