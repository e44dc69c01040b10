import type { Db } from '@/lib/db/engine/client'
import type { Turn } from '@/lib/db/turns/turns'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { contentWords } from '@/lib/heuristics/text/words'

/** "My", "boat" and "is" go with the name of a boat; more words than these say something of their own. */
const MOST_OTHER_WORDS = 2
/** What an answer that only repeats a fact has at most. */
const MOST_ANSWER_SENTENCES = 2

/** Those of these turns that say more than the statements `ids`, whose subject and value are in `names`. */
export async function sayingMore(db: Db, ids: string[], names: string[], turns: Turn[]): Promise<Turn[]> {
  const others = await db.fact.findMany({
    where: { sourceTurnId: { in: turns.map(({ id }) => id) }, id: { notIn: ids }, trashId: null },
    select: { sourceTurnId: true },
  })
  const stating = new Set(others.map(({ sourceTurnId }) => sourceTurnId))
  const named = new Set(contentWords(names.join(' ')).map(({ lower }) => lower))
  const isLong = (text: string) =>
    contentWords(text).filter(({ lower }) => !named.has(lower)).length > MOST_OTHER_WORDS
  return turns.filter(({ id, userText, answer }) => {
    const [said, ...rest] = sentencesOf(userText)
    if (stating.has(id) || rest.length > 0) return true
    return said?.trim().endsWith('?')
      ? sentencesOf(answer).length > MOST_ANSWER_SENTENCES
      : isLong(said ?? '')
  })
}
