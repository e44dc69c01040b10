import { recall } from '@/lib/memory/recall/recall'
import { queryWords } from '@/lib/memory/text/terms'
import { countTokens } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import type { SeededTalk } from '../seed/seed'
import type { Workplace } from '../workplace'

/**
 * How many planted facts one recall found: `turn` = their turn is among the hits, `text` = their text is in
 * the passages for the prompt.
 */
export type Evidence = { asked: number; turn: number; text: number }

/** Asks for every planted fact at the end of the conversation, with the words of its question as keywords. */
export async function evidenceReached({ db }: Workplace, talk: SeededTalk, limit: number): Promise<Evidence> {
  const found: Evidence = { asked: talk.facts.length, turn: 0, text: 0 }
  for (const fact of talk.facts) {
    const keywords = queryWords(fact.question)
      .map(({ word }) => word)
      .slice(0, limits.recall.maxKeywords)
    const { conversationId, path, ownerId, turns } = talk
    const { hits, passages } = await recall(db, ownerId, {
      conversationId,
      path,
      before: turns + 1,
      now: new Date(),
      request: { keywords },
      limit,
      scope: 'conversation',
      countTokens,
    })
    if (hits.some((hit) => hit.turnNumber === fact.turn)) found.turn += 1
    if (passages.some((passage) => passage.text.includes(fact.value))) found.text += 1
  }
  return found
}
