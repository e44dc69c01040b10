import { build } from '@/lib/prompts/fence'
import type { RecallRequest } from '@/lib/shared/schemas'
import type { Source } from '@/lib/shared/source'
import { excerptItems, RECALLED_NOTE } from './excerpts'
import type { MemoryContext } from './memory-context'
import { type Passage, type Recalled, recall } from './recall'

const OFF = { engine: 'none', ms: 0, hits: [], nearMisses: [], passages: [], notice: '' }
const NOWHERE = { id: '', path: [], before: 1 }

/** Looks up memory within a reader's scope. Never throws: what went wrong is the `note`. */
export async function recallMemory(memory: MemoryContext, request: RecallRequest): Promise<Recalled> {
  const { db, ownerId, scope, index, limit, shown, countTokens } = memory
  if (scope.reach === 'off') return { ...OFF, note: 'Recall is switched off in Settings.' }
  const { id, path, before } = scope.conversation ?? NOWHERE
  const query = { conversationId: id, path, before, request, limit, scope: scope.reach, countTokens }
  return recall(db, ownerId, shown ? { ...query, shown } : query, index)
}

/** What was recalled as text for a model, quoted like any other memory. `conversationId` is the reader's own. */
export function recallText(
  { hits, note }: Pick<Recalled, 'hits' | 'note'>,
  passages: readonly Passage[],
  conversationId: string,
): string {
  const items = excerptItems(passages, conversationId).map(({ item }) => item)
  const parts = [
    note,
    hits.length && !passages.length ? 'What was found is in this prompt already.' : '',
    passages.length ? build([{ name: 'recalled', note: RECALLED_NOTE, items }]) : '',
  ]
  return parts.filter(Boolean).join('\n') || 'Nothing in memory matches.'
}

/** What a passage quotes: a file or summary that was found itself, else its turn. */
export const sourceOf = ({ turnId, conversationId, who, other }: Passage): Source =>
  other?.file !== undefined
    ? { kind: 'file', path: other.file, conversationId }
    : other && who === 'summary'
      ? { kind: 'summary', id: other.id }
      : { kind: 'turn', id: turnId }
