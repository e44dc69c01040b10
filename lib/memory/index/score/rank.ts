import { limits } from '@/lib/shared/limits'

/**
 * BM25, Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.
 *
 *     weight(term, unit) = idf(term) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / averageLength))
 *     idf(term)          = ln(1 + (units - df + 0.5) / (df + 0.5))
 *
 * tf = occurrences of the term in the unit, length = terms of the unit, df = units that contain the term.
 * The `1 +` in idf (as in Lucene) keeps it positive.
 * Test vector: 1,000 units, df 10, tf 2, length 80, average 100, k1 1.2, b 0.75 -> idf 4.5573, weight 6.6399.
 */
export const idf = (units: number, df: number) => Math.log(1 + (units - df + 0.5) / (df + 0.5))

type Saturation = { k1: number; b: number }
export const saturate = (tf: number, length: number, average: number, { k1, b }: Saturation = limits.rank) =>
  average > 0 ? (tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / average)) : 0

/**
 * The neighbour kernel: the messages around a message show what it is about. Before saturation each unit
 * borrows terms from up to 4 messages on each side in its session,
 *
 *     tf'    = tf + share * sum over d of kernel[d] * lent(tf d messages before or after)
 *     share  = 1 / (1 + (length of the message / borrowTerms) ^ borrowPower)
 *     lent   = tf / (1 + length of the lending message / lendTerms)
 *
 * so a long message borrows and lends less. An answer borrows `answers` times as much from the question
 * right before it. The formula is our own, measured by `npm run bench -- recall`.
 * Test vectors: length = borrowTerms -> share 0.5; tf 2, length = lendTerms -> lent 1.
 */
export const share = (length: number) =>
  1 / (1 + (length / limits.rank.borrowTerms) ** limits.rank.borrowPower)
export const lent = (tf: number, length: number) => tf / (1 + length / limits.rank.lendTerms)

/** weight(word) = idf(word) ^ idfPower, times `asking` if it is a question word. */
export const wordWeight = (value: number, asking: boolean) =>
  value ** limits.rank.idfPower * (asking ? limits.rank.asking : 1)

/** The score of a unit that says exactly what the query says. Displayed scores are divided by it. */
export const selfScore = (words: readonly { idf: number }[], averageLength: number) =>
  words.reduce((sum, word) => sum + word.idf * saturate(1, words.length, averageLength), 0)

export const shownScore = (score: number, self: number) =>
  self > 0 ? Math.min(1, Math.max(0, score / self)) : 0
