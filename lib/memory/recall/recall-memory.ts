import { factsFor, tellsHealth } from '@/lib/memory/facts/known-facts'
import { build, type PromptItem } from '@/lib/prompts/fence'
import type { Source } from '@/lib/shared/memory/source'
import { present } from '@/lib/shared/pick'
import type { RecallSearch } from '@/lib/shared/schemas'
import { excerptItems, RECALLED_NOTE, zoneNote } from './excerpts'
import { type Recalled, recall } from './recall'
import { type MemoryContext, type Passage, type RecallQuery, type Scene, scopeOf } from './recall-query'

const OFF = { engine: 'none', ms: 0, hits: [], nearMisses: [], passages: [], notice: '' }

/** Where and when a reader looks at memory, and what it has already seen. */
export const sceneOf = ({ scope, now, zone, shown, labels, nowOf }: MemoryContext): Scene => ({
  conversationId: scope.conversation?.id ?? '',
  now: now(),
  zone,
  ...present({ shown, labels, nowOf }),
})

/** Looks up memory within a reader's scope, without what tells health if the reader gets none. Never throws: what went wrong is the `note`. */
export async function recallMemory(
  memory: MemoryContext,
  request: RecallSearch,
  more: Pick<RecallQuery, 'first' | 'budgetTokens'> = {},
): Promise<Recalled> {
  const { db, ownerId, scope, index } = memory
  if (scope.reach === 'off') return { ...OFF, note: 'Recall is turned off in Settings.' }
  const found = await recall(db, ownerId, { ...recallQueryOf(memory, request), ...more }, index)
  if (!memory.withoutHealth) return found
  const tells = tellsHealth(await factsFor({ ...memory, withoutHealth: false }))
  return {
    ...found,
    hits: found.hits.filter(({ excerpt, turnId }) => !tells(excerpt, turnId)),
    passages: found.passages.filter(({ text, turnId }) => !tells(text, turnId)),
  }
}

export const recallQueryOf = (memory: MemoryContext, request: RecallSearch): RecallQuery => ({
  ...sceneOf(memory),
  ...scopeOf(memory),
  request,
  limit: memory.limit,
  countTokens: memory.countTokens,
})

/** What was recalled as text for a model, quoted like any other memory. */
export function recallText(
  { hits, note, passages }: Pick<Recalled, 'hits' | 'note' | 'passages'>,
  scene: Scene,
): string {
  scene.labels?.avoid?.(passages.map(({ text }) => text))
  const items = excerptItems(passages, scene).map(({ item, passage }) =>
    withNow(item, scene.nowOf?.(passage)?.line),
  )
  // A turn's prompt names the zone anyway.
  const about = scene.shown ? RECALLED_NOTE : `${RECALLED_NOTE} ${zoneNote(scene.zone)}`
  const parts = [
    note,
    hits.length && !passages.length ? 'What was found is already in this prompt.' : '',
    passages.length ? build([{ name: 'recalled', note: about, items }]) : '',
  ]
  return parts.filter(Boolean).join('\n') || 'Nothing in memory matches.'
}

/** An item with the value that holds now, rather than the turn of a change on the way to it. */
function withNow(item: PromptItem, now: string | undefined): PromptItem {
  const { later, ...attributes } = item.attributes
  return now ? { ...item, attributes: { ...attributes, now } } : item
}

/** The sources of a passage: its file, summary or turn, and what it quotes. */
export const passageSources = ({ turnId, conversationId, who, other, quotes = [] }: Passage): Source[] => [
  other?.file !== undefined
    ? { kind: 'file', path: other.file, conversationId }
    : other && who === 'summary'
      ? { kind: 'summary', id: other.id }
      : { kind: 'turn', id: turnId },
  ...quotes,
]
