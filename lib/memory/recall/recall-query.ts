import type { Db } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import type { WindowTurn } from '@/lib/memory/context/window'
import type { MemoryIndex } from '@/lib/memory/index/memory-index'
import type { TurnLabels } from '@/lib/prompts/labels'
import type { Source } from '@/lib/shared/memory/source'
import type { RecallScope, RecallSearch } from '@/lib/shared/schemas'
import type { TextSource } from '@/lib/shared/text-source'
import type { RecallHit } from '@/lib/shared/turn/events'

/** A verbatim piece of an earlier turn; `title` names the tool or file it is from. */
export type Passage = {
  turnId: string
  turnNumber: number | null
  conversationId: string
  /** The previous turn on its path; null for the first, or if it was deleted. */
  parentId: string | null
  who: 'user' | 'assistant' | 'tool' | 'file' | 'summary'
  at: string
  score: number
  text: string
  title: string
  /** The speaker, in conversations imported with names. */
  speaker?: string
  /** The assistant that answered, in imports without names. */
  product?: string
  source?: TextSource
  /** Only a part of a message, file or summary. */
  cut?: true
  /** A version of a file that was changed later. */
  outdated?: true
  /** What it quotes from outside its own turn. */
  quotes?: Source[]
  /** Set for a file or summary: its id, the file's path, the turns a summary covers. */
  other?: { id: string; file?: string; covers?: { from: number; to: number } }
}

/** The asking conversation, the time, the reader's time zone, what its prompt shows anyway, and its labels. */
export type Scene = {
  conversationId: string
  now: Date
  zone: string
  shown?: AlreadyShown
  labels?: Pick<TurnLabels, 'of'> & Partial<TurnLabels>
  /** The fact that replaced a value of a passage, as a line. */
  nowOf?(passage: Passage): { line: string; sources: Source[] } | null
}

/** A hit with what can be quoted of it. */
export type LookedAt = { hit: RecallHit; passages: readonly Passage[] }

/** A text to search by. `share` = the share of a message's telling words that it has. */
export type SearchText = { text: string; share: number }
/**
 * The first search of a turn: other texts for the same search, and which hits are quoted; the others become near
 * misses. A turn is quoted shortly: its messages, and one excerpt of a file as it is now.
 */
type FirstSearch = {
  also: readonly SearchText[]
  choose(hits: readonly LookedAt[]): readonly LookedAt[]
}

export type RecallQuery = Omit<Scene, 'zone'> & {
  /** The asking turn's path. Only its turns below `before` are found, so a turn never recalls itself. */
  path: BranchPath
  before: number
  request: RecallSearch
  limit: number
  /** owner (default) = also the owner's other conversations. */
  scope?: 'conversation' | 'owner'
  first?: FirstSearch
  /** Tokens for all passages; default: the prompt's section of recalled material. */
  budgetTokens?: number
  countTokens(text: string): number
}
export type Recalling = RecallQuery & { db: Db; ownerId: string; index: MemoryIndex }

/**
 * What the prompt contains already: turns of the window, whole files (`CONVERSATION:PATH`), summaries, and
 * passages recalled before. No file, summary or text of the window is quoted again.
 */
export type AlreadyShown = {
  window: readonly WindowTurn[]
  files: ReadonlySet<string>
  summaries: ReadonlySet<string>
  passages?: readonly Passage[]
}

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
  countTokens(text: string): number
  /** The reader is a service that gets no facts about health. */
  withoutHealth?: boolean
} & Pick<Scene, 'zone' | 'shown' | 'labels' | 'nowOf'>

/** How far a reader may look. Turns of its own conversation are found on `path`, below `before`. */
type MemoryScope = {
  reach: RecallScope
  conversation: { id: string; path: BranchPath; before: number } | null
  /** Includes the sample, which is a demonstration. */
  withSample?: boolean
}

const NOWHERE = { id: '', path: [], before: 1 }
export function scopeOf({ scope }: Pick<MemoryContext, 'scope'>) {
  const { id, path, before } = scope.conversation ?? NOWHERE
  const reach: 'owner' | 'conversation' = scope.reach === 'owner' ? 'owner' : 'conversation'
  return { conversationId: id, path, before, scope: reach, withSample: scope.withSample ?? false }
}
