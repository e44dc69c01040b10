import { atLeast, atMost, type Bench, type Goal, type Report, type Row, rounded } from '../bench'
import { ownPersons, type Person, readPerson, sharedPersons } from '../persons/person'
import { dataSets } from '../recall/data'
import { inWorkplace } from '../workplace'
import { type Asked, linesOf, playMonth, rowOf, sumsOf } from './month'
import { evidenceIn } from './recalled'

/** Shares of the recall data that one recall within 2,500 tokens reached when this bench was written. */
const LEAST: Record<string, number> = { 'locomo-dev': 0.805, 'beam100k-dev': 0.663 }
const MOST_RECALLED = 1_200

type Options = Parameters<Bench['run']>[0]

const setGoals = (rows: readonly Row[]): Goal[] =>
  rows.flatMap(({ set, evidence, recalledTokens }) => {
    const least = LEAST[String(set)]
    if (least === undefined) return []
    const share = { value: Number(evidence), limit: least, unit: 'share', atLeast: true }
    const tokens = { value: Number(recalledTokens), limit: MOST_RECALLED, unit: 'tokens' }
    return [
      { goal: `${set}: evidence in the first prompt of a moderate turn`, ...share },
      { goal: `${set}: recalled tokens`, ...tokens },
    ]
  })

function personGoals(asked: readonly Asked[]): Goal[] {
  const { needs, current, outdated } = sumsOf(asked)
  const percent = (value: number | null) => rounded(100 * (value ?? 1))
  return [
    atLeast('questions with all they need in the first prompt', percent(needs), 95, '%'),
    atLeast('current values marked or alone', percent(current), 100, '%'),
    atMost('outdated values unmarked', outdated, 0, 'values'),
  ]
}

async function measurePersons(persons: readonly Person[], options: Options, report: Report) {
  const { say, prompts = false } = options
  const all: Asked[] = []
  for (const person of persons) {
    say(`${person.person}: ${person.turns.length} turns, ${person.questions.length} questions …`)
    const month = await playMonth(person)
    report.rows.push(rowOf(month))
    all.push(...month.asked)
    if (prompts) report.notes.push(...linesOf(month))
  }
  if (all.length === 0) return
  report.goals.push(...personGoals(all))
  const needs = all.flatMap(({ question }) => question.needs).length
  const missing = all.flatMap(({ score }) => score.missing).length
  report.notes.push(`${needs - missing} of ${needs} single needs are in the first prompts.`)
}

async function run(options: Options): Promise<Report> {
  const report: Report = { rows: [], goals: [], notes: [] }
  const { data, personsOnly = false, database, say } = options
  const shared = data ? [readPerson(data)] : sharedPersons()
  if (shared.length === 0) report.notes.push('skipped: there are no persons in ../shared/data')
  await measurePersons(data ? shared : [...shared, ...ownPersons()], options, report)
  if (data || personsOnly) return report
  const sets = dataSets(null)
  if (sets.length === 0) report.notes.push('skipped: there is no recall data in ../shared/data')
  await inWorkplace(database, async (at) => {
    for (const set of sets) {
      say(`${set.name}: ${set.conversations.length} conversations …`)
      const rows = await evidenceIn(at, set)
      report.rows.push(...rows)
      report.goals.push(...setGoals(rows))
    }
  })
  return report
}

export const evidence: Bench = {
  name: 'evidence',
  about: 'what first prompts contain of what an answer needs (--data PERSON, --persons-only, --prompts)',
  run,
}
