import type { TopicTerm } from '@/lib/db/memory/topics'

/** How many phrases or words name a topic. */
export const PHRASES = 2
/** The name that a person, a model or a conversation gave, else the phrases that name the topic or its words. */
export function topicName({ title = '', terms }: { title?: string; terms: readonly TopicTerm[] }): string {
  const named = terms.filter(({ named }) => named)
  const words = (named.length ? named : terms).slice(0, PHRASES).map(({ word }) => word)
  return title || words.join(': ')
}

/** A topic's terms, those that name it first; `named` is empty for what has no name. */
export function withNamed(
  named: readonly Omit<TopicTerm, 'named'>[],
  terms: readonly TopicTerm[],
): TopicTerm[] {
  const keys = new Set(named.map(({ term }) => term))
  return [
    ...named.map((one) => ({ ...one, named: true as const })),
    ...terms.filter(({ term }) => !keys.has(term)),
  ]
}
