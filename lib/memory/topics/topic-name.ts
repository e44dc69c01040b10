import type { TopicTerm } from '@/lib/db/memory/topics'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { NAMED_TERMS } from './title-key'

/**
 * The terms chosen when topics were made; without them the strongest two, and a third if it is worth at least
 * half as much as the first.
 */
function nameTerms(terms: readonly TopicTerm[]): TopicTerm[] {
  const named = terms.filter(({ named }) => named)
  if (named.length > 0) return named
  const isName = ({ worth = 0 }: TopicTerm, index: number) =>
    index < 2 || (worth > 0 && worth * 2 >= (terms[0]?.worth ?? 0))
  return terms.slice(0, limits.nameTerms).filter(isName)
}

export const topicName = (terms: readonly TopicTerm[]) =>
  nameTerms(terms)
    .map(({ word }) => word)
    .join(', ')

/**
 * A topic's terms, those of its name first. The earlier name stays while all its words (for a title by a
 * model, the terms it was given for) are among the strongest terms: twice as many as a name has, or all if
 * `isKept`.
 */
export function withName(
  terms: readonly TopicTerm[],
  earlier?: { terms: readonly TopicTerm[]; title?: string },
  isKept = false,
): TopicTerm[] {
  const before = earlier?.title ? earlier.terms.slice(0, NAMED_TERMS) : nameTerms(earlier?.terms ?? [])
  const strongest = isKept ? terms : terms.slice(0, 2 * before.length)
  const found = before.flatMap(({ term }) => strongest.find((one) => one.term === term) ?? [])
  const kept = found.length === before.length ? found : []
  const ordered = [...kept, ...terms.filter((one) => !kept.includes(one))]
  const named = kept.length > 0 && !earlier?.title ? kept : nameTerms(ordered)
  return ordered.map((one) => (named.includes(one) ? { ...one, named: true } : one))
}
