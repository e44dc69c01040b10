import { limits } from '@/lib/shared/limits'

/**
 * BM25, Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.
 *
 *     weight(term, unit) = idf(term) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / averageLength))
 *     idf(term)          = ln(1 + (units - df + 0.5) / (df + 0.5))
 *
 * tf = occurrences of the term in the unit, length = terms of the unit, df = units that hold the term. The `1 +` in idf (as in Lucene) keeps it positive.
 * Test vector: 1,000 units, df 10, tf 2, length 80, average 100, k1 1.2, b 0.75 -> idf 4.5573, weight 6.6399.
 */
export const idf = (units: number, df: number) => Math.log(1 + (units - df + 0.5) / (df + 0.5))

export const saturate = (tf: number, length: number, averageLength: number, { k1, b } = limits.rank) =>
  averageLength > 0 ? (tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / averageLength)) : 0

/** The score a unit gets that says exactly what the query says: what scores shown to people are divided by. */
export const selfScore = (idfs: number[], averageLength: number) => idfs.reduce((sum, value) => sum + value * saturate(1, idfs.length, averageLength), 0)

/** A score for people, in [0, 1]. */
export const shown = (score: number, self: number) => (self > 0 ? Math.min(1, Math.max(0, score / self)) : 0)
