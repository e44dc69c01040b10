// Trains the weights of lib/heuristics/depth/weights.json: `node scripts/run.mjs bench/classifier/train.ts`.
// Multinomial logistic regression with L2, fitted with Adam (Kingma and Ba 2015) on all messages at once.
import { writeFileSync } from 'node:fs'
import { gramsOf, signsOf } from '@/lib/heuristics/depth/features'
import { gramShare } from '@/lib/heuristics/depth/guess'
import { LABELS } from '@/lib/shared/turn/depth'
import { type Labelled, trainingSets } from './sets'

const L2 = 1e-4
const ROUNDS = 300
const RATE = 0.05
/** A gram counts from so many messages on; those of the task sets are longer and alike. */
const LEAST = { chat: 3, tasks: 8 }
/** Weights under this many hundredths for every label are dropped. */
const PRUNED = 8
/** The weight of a message that is repeated after another answer. */
const AGAIN = 0.5

type Values = { features: [string, number][]; grams: string[]; label: number; weight: number }
/** `again` = the same message after an answer to another one, as most messages of a chat come. */
type Row = Values & { set: string; again: Values | null }
const valuesIn = ({ text, before, label, weight }: Labelled): Values => {
  const { features, request } = signsOf(text, before)
  return {
    features: features.flatMap(([name, value]): [string, number][] => (value ? [[`f ${name}`, value]] : [])),
    grams: [...gramsOf(request, before)],
    label: LABELS.indexOf(label),
    weight,
  }
}
const sets = trainingSets()
const answers = sets.flatMap(({ before }) => before || [])
function rowOf(one: Labelled, i: number): Row {
  const before = one.set === 'train' && !one.before ? answers[i % answers.length] : null
  const again = before ? valuesIn({ ...one, before, weight: AGAIN * one.weight }) : null
  return { ...valuesIn(one), set: one.set, again }
}

function vocabularyOf(rows: Row[]): Set<string> {
  const counts = { chat: new Map<string, number>(), tasks: new Map<string, number>() }
  for (const { set, grams } of rows) {
    const kind = set === 'tasks' ? 'tasks' : 'chat'
    for (const gram of grams) counts[kind].set(gram, (counts[kind].get(gram) ?? 0) + 1)
  }
  const vocabulary = new Set<string>()
  for (const kind of ['chat', 'tasks'] as const)
    for (const [gram, count] of counts[kind]) if (count >= LEAST[kind]) vocabulary.add(gram)
  return vocabulary
}

type Model = { at: Map<string, number>; weights: Float64Array; vocabulary: Set<string> }
const valuesOf = (row: Values, { at, vocabulary }: Pick<Model, 'at' | 'vocabulary'>): [number, number][] => {
  const known = row.grams.filter((gram) => vocabulary.has(gram))
  const share = gramShare(known.length)
  return [
    ...row.features.map(([name, value]): [number, number] => [at.get(name) ?? 0, value]),
    ...known.map((gram): [number, number] => [at.get(gram) ?? 0, share]),
    [0, 1],
  ]
}

function fitted(own: Row[]): Model {
  const vocabulary = vocabularyOf(own)
  const rows = own.flatMap((row): Values[] => (row.again ? [row, row.again] : [row]))
  // Place 0 is the bias.
  const names = [
    'bias',
    ...new Set(rows.flatMap(({ features }) => features.map(([name]) => name))),
    ...vocabulary,
  ]
  const at = new Map(names.map((name, i) => [name, i]))
  const model = { at, weights: new Float64Array(names.length * 3), vocabulary }
  const values = rows.map((row) => valuesOf(row, model))
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const { weights } = model
  const [first, second] = [new Float64Array(weights.length), new Float64Array(weights.length)]
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = weights.map((weight, i) => (i < 3 ? 0 : L2 * weight))
    for (const [i, row] of rows.entries()) {
      const own = values[i] ?? []
      for (const [label, share] of sharesOf(own, weights).entries()) {
        const error = ((share - (label === row.label ? 1 : 0)) * row.weight) / total
        for (const [place, value] of own)
          slope[place * 3 + label] = (slope[place * 3 + label] ?? 0) + error * value
      }
    }
    for (let i = 0; i < weights.length; i++) {
      const g = slope[i] ?? 0
      first[i] = 0.9 * (first[i] ?? 0) + 0.1 * g
      second[i] = 0.999 * (second[i] ?? 0) + 0.001 * g * g
      const step =
        (first[i] ?? 0) / (1 - 0.9 ** round) / (Math.sqrt((second[i] ?? 0) / (1 - 0.999 ** round)) + 1e-8)
      weights[i] = (weights[i] ?? 0) - RATE * step
    }
  }
  return model
}

function sharesOf(values: [number, number][], weights: Float64Array): number[] {
  const scores = [0, 0, 0]
  for (const [place, value] of values)
    for (const label of [0, 1, 2])
      scores[label] = (scores[label] ?? 0) + (weights[place * 3 + label] ?? 0) * value
  const exp = scores.map((score) => Math.exp(score - Math.max(...scores)))
  const sum = exp.reduce((a, b) => a + b, 0)
  return exp.map((share) => share / sum)
}

const { at, weights } = fitted(sets.map(rowOf))
const features: Record<string, number[]> = {}
const grams: Record<string, number[]> = {}
for (const [name, place] of at) {
  if (place === 0) continue
  const own = [...weights.slice(place * 3, place * 3 + 3)].map((weight) => Math.round(weight * 100))
  if (name.startsWith('f ')) features[name.slice(2)] = own
  else if (own.some((weight) => Math.abs(weight) >= PRUNED)) grams[name] = own
}
const bias = [...weights.slice(0, 3)].map((weight) => Math.round(weight * 1_000) / 1_000)
const lines = (table: Record<string, number[]>) =>
  Object.entries(table)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => `${JSON.stringify(name)}:${JSON.stringify(own)}`)
    .join(',\n')
writeFileSync(
  'lib/heuristics/depth/weights.json',
  `{"bias":${JSON.stringify(bias)},\n"features":{\n${lines(features)}\n},\n"grams":{\n${lines(grams)}\n}}\n`,
)
console.log(`${Object.keys(features).length} features and ${Object.keys(grams).length} grams written`)
