import type { Question } from '@/lib/memory/text/question'
import { bestOf, clearScores, filterOf, hitMaker, holdsWord, laterIn, ordering, topScore } from './found'
import type { IndexData } from './load/data'
import type { IndexHits, MessageFilter, Ranked } from './message-hit'
import { addDated } from './score/dated'
import { factorsOf, mostOf, nameTest } from './score/factors'
import { selfScore } from './score/rank'
import { type Reach, reachedBy } from './score/reach'
import { scoreMessages, scratch } from './score/score'

/**
 * The best `count` messages in reach that match, themselves or by their neighbours; ties go to the later
 * message. Only what `take` keeps is explained, which takes longer than ranking.
 */
export function searchIndex(
  data: IndexData,
  question: Question,
  reach: Reach,
  count: number,
  {
    only = {},
    take = (ranked) => ranked,
  }: { only?: MessageFilter | undefined; take?: (ranked: Ranked[]) => Ranked[] } = {},
): IndexHits {
  const { messages, units } = data
  const isName = nameTest(data, question)
  const reached = reachedBy(data, reach)
  const { words, averageLength, count: byWords } = scoreMessages(data, question.words, reached, isName)
  const dated = addDated(data, question.dates, reached, byWords)
  const { unitScore, order, found } = scratch(messages.turn.length, units.message.length)
  const wanted = filterOf(data, only)
  const [factors, most] = [factorsOf(data, question), mostOf(data, question)]
  const later = laterIn(data)
  const chosen = bestOf<number>(
    count,
    (a, b) => (order[a] ?? 0) < (order[b] ?? 0) || (order[a] === order[b] && later(b, a)),
  )
  let more = false
  for (let i = 0; i < dated.count; i++) {
    const message = found[i] ?? 0
    const score = topScore(data, unitScore, message)
    if (score === 0) continue
    // The checks below are expensive, and most messages cannot be among the best with any factor.
    if (chosen.full()) {
      more = true
      if (score * reached.most * most < (order[chosen.worst() ?? 0] ?? 0)) continue
    }
    const near = reached.near(message)
    if (near === 0 || !wanted(message)) continue
    order[message] = ordering(factors.times(message, score * near))
    chosen.offer(message)
  }
  const hitOf = hitMaker(data, {
    words,
    averageLength,
    best: (selfScore(words, averageLength) + dated.weight) * most,
    factors,
    dated: dated.given,
    isName,
  })
  const ranked = chosen.sorted().map(
    (message): Ranked => ({
      message,
      turnId: data.turns.id[messages.turn[message] ?? 0] ?? '',
      literal: () => holdsWord(data, words, isName, message),
    }),
  )
  const hits = take(ranked).map(({ message }) => hitOf(message, order[message] ?? 0))
  clearScores(data, dated.count)
  return { hits, more }
}
