import { type RedactionType, redact } from '@/lib/heuristics/redact/redact'
import type { Bench, Goal, Report, Row } from '../bench'
import { mean, percentile, rounded } from '../stats'
import { slowest } from './patterns'
import { referenceFinds } from './reference'
import { type Counts, countsOf, measuresOf, noCounts, sumOf } from './score'
import { keySet, type Labelled, plainSet, presidioSet } from './sets'

/** What redaction promises to find. Names and addresses are found by cues only: measured, not promised. */
const PROMISED = ['email', 'phone', 'card', 'iban', 'ssn', 'ip', 'key', 'password'] as const
const REPORTED = ['address', 'name'] as const
const ENGINES = { mneme: (text: string) => redact(text).found, reference: referenceFinds }
type Engine = keyof typeof ENGINES

type Scores = ReadonlyMap<RedactionType, Counts>
const promisedOf = (scores: Scores) => sumOf(PROMISED.map((type) => scores.get(type) ?? noCounts()))

function rowsOf(engine: Engine, scores: Scores): Row[] {
  const row = (type: string, counts: Counts): Row[] =>
    counts.labelled + counts.found === 0 ? [] : [{ engine, type, ...measuresOf(counts) }]
  return [
    ...row('all', promisedOf(scores)),
    ...[...PROMISED, ...REPORTED].flatMap((type) => row(type, scores.get(type) ?? noCounts())),
  ]
}

/** The rules were tuned on texts of even places; the others were only counted. */
const half = (set: readonly Labelled[], rest: 0 | 1) => set.filter((_, at) => at % 2 === rest)

/** In how many percent of the texts nothing of the secret is left. */
function caughtKeys(): number {
  const caught = keySet().filter(({ text, spans: [span] }) => {
    const secret = span ? text.slice(span.start, span.end) : ''
    return !redact(text).text.includes(secret)
  })
  return (100 * caught.length) / keySet().length
}

/** Random patterns besides the fixed ones. */
const PATTERNS = 300

async function run({ n, data, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const labelled = presidioSet(data ?? undefined)
  if (!labelled) say('The labelled texts are not on this machine; only keys and plain numbers are measured.')
  const texts = labelled ?? []
  // Presidio's texts hold neither keys nor passwords, so whatever is found there as one is wrong.
  const set = [...texts, ...(data ? [] : keySet())]
  const scores = {
    mneme: countsOf(set, ENGINES.mneme),
    reference: countsOf(set, ENGINES.reference),
  }
  const changed = plainSet().filter((text) => redact(text).text !== text)
  const goals: Goal[] = [
    { goal: 'plain numbers, dates and versions changed', value: changed.length, limit: 0, unit: 'texts' },
    {
      goal: 'keys and passwords removed',
      value: rounded(caughtKeys()),
      limit: 100,
      unit: '%',
      atLeast: true,
    },
  ]
  if (texts.length > 0)
    for (const [name, rest] of [
      ['even', 0],
      ['odd', 1],
    ] as const) {
      const f1 = (find: (text: string) => ReturnType<typeof referenceFinds>) =>
        rounded(100 * measuresOf(promisedOf(countsOf(half(texts, rest), find))).f1)
      const reference = f1(ENGINES.reference)
      goals.push({
        goal: `F1 on ${name} texts, the reference ${reference}`,
        value: f1(ENGINES.mneme),
        limit: reference,
        unit: '%',
        atLeast: true,
      })
    }
  const slow = slowest(n ?? PATTERNS, 1)
  goals.push({
    goal: `slowest of ${slow.patterns} patterns of 100,000 characters`,
    value: rounded(slow.ms),
    limit: 100,
    unit: 'ms',
  })
  const times = set.map(({ text }) => {
    const started = performance.now()
    redact(text)
    return performance.now() - started
  })
  return {
    rows: [...rowsOf('mneme', scores.mneme), ...rowsOf('reference', scores.reference)],
    goals,
    notes: [
      `${plainSet().length} plain texts; changed: ${changed.join(' | ') || 'none'}`,
      `"all" = ${PROMISED.join(', ')}. A place counts when half of it is covered.`,
      `Slowest pattern: ${slow.name}`,
      `mean ${rounded(mean(times))} ms, p99 ${rounded(percentile(times, 0.99))} ms a text`,
    ],
  }
}

export const redaction: Bench = {
  name: 'redaction',
  about: 'personal data, keys and passwords found in labelled texts (--data FILE in Presidio’s form)',
  run,
}
