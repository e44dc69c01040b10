import { z } from 'zod'
import { cosine, rarityOf, termsOf, weightsOf } from '@/lib/learning/similar'
import { emptyTermIndex, putText, type TermIndex } from '@/lib/learning/term-index'
import { similarTo } from '@/lib/learning/testing-similar'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { type Row, rounded } from '../bench'
import { jsonLines } from '../data'

const rowSchema = z.object({
  title: z.string(),
  /** When it applies, as notes write it. Of the held ones it was written without having seen the messages. */
  description: z.string(),
  strategy: z.string(),
  /** Messages it should be retrieved for, and one that only shares words with it. */
  fits: z.array(z.string()),
  other: z.string(),
  /** The same lesson in other words, and another lesson on the same subject. */
  same: z.string(),
  different: z.string(),
  /** Its messages were not looked at while retrieval was tuned. Held rows have figures of their own. */
  held: z.boolean(),
})
export const labelled = jsonLines('bench/learning/data/similarity.jsonl', rowSchema)

const share = (values: readonly number[], least: number) =>
  rounded((100 * values.filter((value) => value >= least).length) / values.length)

/** Similarities of lessons with the same meaning, and of different ones. */
export function pairSimilarities(): { same: number[]; different: number[] } {
  const rarity = rarityOf(labelled.flatMap((row) => [row.strategy, row.same, row.different]).map(termsOf))
  const alike = (a: string, b: string) => cosine(weightsOf(termsOf(a), rarity), weightsOf(termsOf(b), rarity))
  return {
    same: labelled.map((row) => alike(row.strategy, row.same)),
    different: labelled.map((row) => alike(row.strategy, row.different)),
  }
}

const { k, leastSimilarity } = limitsOfRetrieval
/** The lessons of a playbook that a message gets by its words, by their places in it. */
const retrieved = (index: TermIndex<number>, message: string) =>
  similarTo(index, message, leastSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, k)
    .map(({ item }) => item)

/** How many messages get the lesson that fits, how many traps get one, and how many others get one that does not. */
function found(textOf: (row: (typeof labelled)[number]) => string) {
  const index = emptyTermIndex<number>()
  for (const [i, row] of labelled.entries()) putText(index, `s${i}`, textOf(row), i)
  const rows = labelled.map((row, i) => ({
    held: row.held,
    fits: row.fits.map((message) => retrieved(index, message)),
    trap: retrieved(index, row.other),
    i,
  }))
  return (held?: boolean) => {
    const some = rows.filter((row) => held === undefined || row.held === held)
    const fits = some.flatMap(({ fits, i }) => fits.map((got) => ({ got, i })))
    return {
      fits: fits.map(({ got, i }) => Number(got.includes(i))),
      traps: some.map(({ trap }) => trap.length),
      wrong: fits.map(({ got, i }) => got.filter((one) => one !== i).length),
    }
  }
}

/** What retrieval and the limit for asking a model let through, in percent of the labelled cases. */
export function calibration(): Row[] {
  const { same, different } = pairSimilarities()
  const ask = limitsOfLearning.askAt
  const row = (measure: string, value: number) => ({ measure, value, unit: '%' })
  const whole = found((one) => `${one.title}\n${one.description}\n${one.strategy}`)
  const of = (name: string, { fits, traps, wrong }: ReturnType<typeof whole>) => [
    row(`fitting messages that get their lesson${name}`, share(fits, 1)),
    row(`trap messages that get a lesson${name}`, share(traps, 1)),
    row(`fitting messages that get another lesson${name}`, share(wrong, 1)),
  ]
  return [
    ...of('', whole()),
    ...of(', half that was looked at', whole(false)),
    ...of(', half that was held back', whole(true)),
    ...of(', by the content alone', found(({ strategy }) => strategy)()),
    row(`same lesson at least ${ask} similar`, share(same, ask)),
    row(`different lesson at least ${ask} similar`, share(different, ask)),
  ]
}
