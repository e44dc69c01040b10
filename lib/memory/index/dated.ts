import { limits } from '@/lib/shared/limits'
import { type AskedDates, dateFit, spansOf } from '../dates'
import { idf, type RankSettings, wordWeight } from '../rank'
import { type IndexData, unitEnd } from './data'
import type { Reached } from './reach'
import { scratch } from './scratch'

/** `count` = messages that are scored now; `weight` = what a message of the very date gets, `given` = what one that was scored got. */
export type Dated = { count: number; weight: number; given(message: number): number }

/**
 * An asked day or month counts as a word of the query which the messages of that time hold, so that "What did we speak of on 11 December?" finds them without any word in common:
 *
 *     given = dated * idf(units of that time) ^ idfPower * fit      for fit >= datedFit
 *
 * Added to the scores in the scratch buffer. As with words, a time of over `limits.index.commonPostings` units makes no message a candidate.
 */
export function addDated(data: IndexData, asked: readonly AskedDates[], reached: Reached, count: number, rank: RankSettings): Dated {
  const dates = asked.filter(({ month }) => month !== null)
  const on = dates.length ? messagesOn(data, dates, reached, rank.datedFit) : []
  if (on.length === 0) return { count, weight: 0, given: () => 0 }
  const { messages, units } = data
  const { mark, found, unitScore } = scratch(messages.turn.length, units.message.length)
  const held = on.reduce((sum, message) => sum + unitEnd(data, message) - (messages.firstUnit[message] ?? 0), 0)
  const df = Math.max(held, data.whole?.dated ?? 0)
  const weight = rank.dated * wordWeight(idf(Math.max(df, (data.whole ?? reached).units), df), false, rank)
  const given = (message: number) => {
    const fit = dateFit(dates, messages.at[message] ?? 0)
    return fit >= rank.datedFit ? weight * fit : 0
  }
  let size = count
  for (const message of on) {
    if (!mark[message]) {
      if (df > limits.index.commonPostings) continue
      mark[message] = 1
      found[size++] = message
    }
    const more = given(message)
    for (let unit = messages.firstUnit[message] ?? 0; unit < unitEnd(data, message); unit++) unitScore[unit] = (unitScore[unit] ?? 0) + more
  }
  return { count: size, weight, given }
}

/** Messages within reach whose moment fits. Nearly all of many do not, so they are told apart by two comparisons. */
function messagesOn({ messages }: IndexData, dates: readonly AskedDates[], reached: Reached, fit: number): number[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const at of messages.at) {
    if (at < first) first = at
    if (at > last) last = at
  }
  if (!(first <= last)) return []
  const spans = spansOf(dates, fit, [new Date(first).getUTCFullYear() - 1, new Date(last).getUTCFullYear()])
  const on: number[] = []
  for (let message = 0; message < messages.at.length; message++) {
    const at = messages.at[message] ?? 0
    for (const [from, to] of spans) {
      if (at < from || at > to) continue
      if (dateFit(dates, at) >= fit && reached.near(message) > 0) on.push(message)
      break
    }
  }
  return on
}
