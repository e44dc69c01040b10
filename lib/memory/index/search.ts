import { type AskedDates, dateFit, dateSpans, type Question } from '@/lib/memory/text/question'
import { limits } from '@/lib/shared/limits'
import { bestOf, clearScores, filterOf, hitMaker, holdsWord, laterIn, ordering, topScore } from './found'
import { type IndexData, type IndexHits, type MessageFilter, type Ranked, unitEnd } from './load/data'
import { factorsOf, mostOf, nameTest } from './score/factors'
import { idf, selfScore, wordWeight } from './score/rank'
import { type Reached, type ReachFactor, reachedUnits } from './score/reach'
import { scoreMessages, scratch } from './score/score'

/**
 * The best `count` messages in reach that match, themselves or by their neighbours; ties go to the later
 * message. Only what `take` keeps is explained, which takes longer than ranking.
 */
export function searchIndex(
  data: IndexData,
  question: Question,
  reach: ReachFactor,
  count: number,
  {
    only = {},
    take = (ranked) => ranked,
  }: { only?: MessageFilter | undefined; take?: (ranked: Ranked[]) => Ranked[] } = {},
): IndexHits {
  const { messages, units } = data
  const isName = nameTest(data, question)
  const reached = reachedUnits(data, reach)
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

/** `count` = messages with a score now; `weight` = of an exact match; `given` = to each message. */
type Dated = { count: number; weight: number; given(message: number): number }

/**
 * A date in the question counts as one extra term of the messages of that time, so that "What did we speak of
 * on 11 December?" finds them without a common word:
 *
 *     given = dated * idf(units of that time) ^ idfPower * fit      for fit >= datedFit
 *
 * Added to the scores in the scratch buffer. As with words, a time of over `limits.index.commonPostings`
 * units makes no message a candidate.
 */
function addDated(data: IndexData, asked: readonly AskedDates[], reached: Reached, count: number): Dated {
  const dates = asked.filter(({ month }) => month !== null)
  if (dates.length === 0) return { count, weight: 0, given: () => 0 }
  const { messages, units } = data
  const fitOf = fitBy(data, dates, limits.rank.datedFit)
  const on = messagesOn(data, fitOf, reached)
  const { mark, found, unitScore } = scratch(messages.turn.length, units.message.length)
  const unitsIn = (message: number) => unitEnd(data, message) - (messages.firstUnit[message] ?? 0)
  const held = on.reduce((sum, message) => sum + unitsIn(message), 0)
  const df = Math.max(held, data.whole?.dated ?? 0)
  const rarity = idf(Math.max(df, (data.whole ?? reached).units), df)
  const weight = df > 0 ? limits.rank.dated * wordWeight(rarity, false) : 0
  const given = (message: number) => weight * fitOf(message)
  let size = count
  for (const message of on) {
    if (!mark[message]) {
      if (df > limits.index.commonPostings) continue
      mark[message] = 1
      found[size++] = message
    }
    const more = given(message)
    for (let unit = messages.firstUnit[message] ?? 0; unit < unitEnd(data, message); unit++)
      unitScore[unit] = (unitScore[unit] ?? 0) + more
  }
  return { count: size, weight, given }
}

const HOUR = 3_600_000
/** How well a message's time matches, to the hour; 0 below `least`. */
function fitBy({ messages }: IndexData, dates: readonly AskedDates[], least: number) {
  const spans = dateSpans(
    dates,
    least,
    dates.some(({ year }) => year === null) ? yearsOf(messages.at) : [0, 0],
  )
  const known = new Map<number, number>()
  const fitAt = (hour: number) => {
    const fit = dateFit(dates, hour)
    const kept = fit >= least ? fit : 0
    known.set(hour, kept)
    return kept
  }
  // Plain numbers and loops: this runs for every message.
  const froms = Float64Array.from(spans, ([from]) => from)
  const tos = Float64Array.from(spans, ([, to]) => to + HOUR)
  return (message: number) => {
    const at = messages.at[message] ?? 0
    for (let i = 0; i < froms.length; i++) {
      if (at < (froms[i] ?? 0) || at > (tos[i] ?? 0)) continue
      const hour = at - (at % HOUR)
      return known.get(hour) ?? fitAt(hour)
    }
    return 0
  }
}

function yearsOf(moments: readonly number[]): [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const at of moments) {
    if (at < first) first = at
    if (at > last) last = at
  }
  return first <= last ? [new Date(first).getUTCFullYear() - 1, new Date(last).getUTCFullYear()] : [0, 0]
}

function messagesOn({ messages }: IndexData, fitOf: (message: number) => number, reached: Reached): number[] {
  const on: number[] = []
  for (let message = 0; message < messages.at.length; message++)
    if (fitOf(message) > 0 && reached.near(message) > 0) on.push(message)
  return on
}
