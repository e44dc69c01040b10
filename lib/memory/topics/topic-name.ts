import type { TopicTerm } from '@/lib/db/memory/topics'

/** Words that name a topic without anything better. */
const WORDS = 2
/** The name that a person, a model or a conversation gave, else the sentence that names the topic or its words. */
export function topicName({ title = '', terms }: { title?: string; terms: readonly TopicTerm[] }): string {
  const sentence = terms.find(({ named }) => named)?.word
  return (
    title ||
    sentence ||
    terms
      .slice(0, WORDS)
      .map(({ word }) => word)
      .join(': ')
  )
}
