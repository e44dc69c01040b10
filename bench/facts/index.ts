import { z } from 'zod'
import { findFacts } from '@/lib/heuristics/fact-finding/find-facts'
import { holdsSecret } from '@/lib/heuristics/secrets/secrets'
import { atLeast, atMost, type Bench, mean, percentile, type Report, rounded } from '../bench'
import { jsonLines, linesOf } from '../data'

const DATA = 'bench/facts/data'
const factSchema = z.object({ subject: z.string(), predicate: z.string(), object: z.string() })
const messageSchema = z.object({
  text: z.string(),
  before: z.array(z.string()).default([]),
  known: z.array(factSchema).default([]),
  facts: z.array(factSchema),
  kind: z.string(),
})
const secretSchema = z.object({ text: z.string(), secret: z.string() })

type Labelled = z.infer<typeof messageSchema>

const SETS = [
  'dev',
  'dev-2',
  'dev-3',
  'held',
  'held-2',
  'blind',
  'blind-2',
  'blind-3',
  'blind-4',
  'blind-5',
  'blind-6',
  'blind-7',
  'blind-8',
  'changes',
] as const
export const labelledSet = (set: (typeof SETS)[number]): Labelled[] =>
  jsonLines(`${DATA}/facts-${set}.jsonl`, messageSchema)
/** Messages with one secret each. */
export const secretSet = () => jsonLines(`${DATA}/secrets.jsonl`, secretSchema)
/** Dates, versions, phone numbers and remarks about passwords: none is a secret. */
const ordinarySet = () => linesOf(`${DATA}/ordinary.txt`)

const keyOf = ({ subject, predicate, object }: z.infer<typeof factSchema>) =>
  [subject, predicate, object].map((part) => part.trim().toLowerCase()).join(' | ')

const share = (part: number, all: number) => rounded((100 * part) / all)

type Result = { expected: number; found: number; right: number; wrong: string[]; times: number[] }
function measured(messages: readonly Labelled[]): Result {
  const result: Result = { expected: 0, found: 0, right: 0, wrong: [], times: [] }
  for (const { text, before, known, facts } of messages) {
    const started = performance.now()
    const found = findFacts(text, before, undefined, known).map(keyOf)
    result.times.push(performance.now() - started)
    const expected = new Set(facts.map(keyOf))
    const right = found.filter((key) => expected.has(key)).length
    result.expected += expected.size
    result.found += found.length
    result.right += right
    const extra = found.filter((key) => !expected.has(key))
    const missed = [...expected].filter((key) => !found.includes(key))
    if (extra.length > 0 || missed.length > 0)
      result.wrong.push(
        `${JSON.stringify(text.slice(0, 80))}: wrong: ${extra.join(', ') || '-'}; missed: ${missed.join(', ') || '-'}`,
      )
  }
  return result
}

function measuredSecrets(): Pick<Report, 'rows' | 'goals'> {
  const secrets = secretSet()
  const leaked = secrets.filter(({ text, secret }) =>
    findFacts(text, []).some(({ object, quote }) => `${object}\n${quote}`.includes(secret)),
  ).length
  const flagged = secrets.filter(({ text }) => holdsSecret(text)).length
  const ordinary = [
    ...SETS.flatMap((set) => labelledSet(set).filter(({ kind }) => kind !== 'secret')).map(
      ({ text }) => text,
    ),
    ...ordinarySet(),
  ]
  const wronglyFlagged = ordinary.filter(holdsSecret).length
  return {
    rows: [
      { set: 'secrets', messages: secrets.length, flagged, leaked },
      { set: 'ordinary', messages: ordinary.length, flagged: wronglyFlagged, leaked: 0 },
    ],
    goals: [
      atMost('secrets in a fact', leaked, 0, 'messages'),
      atMost('ordinary messages taken for secrets', share(wronglyFlagged, ordinary.length), 1, '%'),
    ],
  }
}

async function run(): Promise<Report> {
  const report: Report = { rows: [], goals: [], notes: [] }
  const times: number[] = []
  for (const set of SETS) {
    const messages = labelledSet(set)
    const result = measured(messages)
    const { expected, found, right } = result
    const [precision, recall] = [share(right, found), share(right, expected)]
    times.push(...result.times)
    report.rows.push({ set, messages: messages.length, expected, found, right, precision, recall })
    report.goals.push(
      atLeast(`${set}: precision`, precision, 95, '%'),
      atLeast(`${set}: recall`, recall, 60, '%'),
    )
    if (!set.startsWith('held'))
      report.notes.push(...result.wrong.map((line) => `${set}, not as labelled: ${line}`))
  }
  const secrets = measuredSecrets()
  report.rows.push(...secrets.rows)
  report.goals.push(...secrets.goals)
  report.notes.push(`mean ${rounded(mean(times))} ms, p99 ${rounded(percentile(times, 0.99))} ms a message`)
  return report
}

export const facts: Bench = {
  name: 'facts',
  about: 'facts found without a model, against labelled messages, and secrets kept out of them',
  run,
}
