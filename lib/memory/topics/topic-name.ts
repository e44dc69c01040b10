import type { TopicTerm } from '@/lib/db/memory/topics'

/** The name that a person, a model or a conversation gave, else the phrases that name the topic. */
export const topicName = ({ title = '', terms }: { title?: string; terms: readonly TopicTerm[] }): string =>
  title ||
  terms
    .filter(({ named }) => named)
    .map(({ word }) => word)
    .join(': ')

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
