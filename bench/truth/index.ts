import type { Bench, Goal, Report, Row } from '../bench'
import { rounded } from '../stats'
import { CATEGORIES, memories, NEVER_SAID } from './data'
import { type Answered, ask, ENGINES, type Engine } from './play'

const CHANGES = 60
const ABSENCES = 15
const FIRST_SEED = 1

/** The share of correct answers in percent. */
const share = (answered: readonly Answered[]) =>
  rounded((100 * answered.filter(({ right }) => right).length) / Math.max(1, answered.length))

function rowsOf(engine: Engine, answered: readonly Answered[]): Row[] {
  return [...CATEGORIES, NEVER_SAID].map((category) => {
    const own = answered.filter((one) => one.category === category)
    return {
      engine,
      category,
      asked: own.length,
      right: own.filter(({ right }) => right).length,
      share: share(own),
    }
  })
}

function goalsOf(engine: Engine, answered: readonly Answered[]): Goal[] {
  const [changes, absences] = [
    answered.filter(({ latest }) => latest !== null),
    answered.filter(({ latest }) => latest === null),
  ]
  return [
    {
      goal: `${engine}: changes answered with the latest value`,
      value: share(changes),
      limit: 100,
      unit: '%',
      atLeast: true,
    },
    {
      goal: `${engine}: invented answers to unknown questions`,
      value: absences.filter(({ right }) => !right).length,
      limit: 0,
      unit: 'answers',
    },
  ]
}

const noteOf = (engine: Engine, { category, question, latest, answer }: Answered) =>
  `${engine}, ${category}: ${question}\n  expected: ${latest ?? '(unknown)'}\n  answer: ${answer.replaceAll('\n', ' / ')}`

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const seed = n ?? FIRST_SEED
  say(`${CHANGES} changes and ${ABSENCES} unanswerable questions, seed ${seed} (--n SEED for another) …`)
  const people = memories(seed, CHANGES, ABSENCES)
  const report: Report = { rows: [], goals: [], notes: [] }
  for (const engine of ENGINES) {
    const answered = await ask(engine, people, (done) =>
      say(`  ${engine}: ${done} of ${people.length} people`),
    )
    report.rows.push(...rowsOf(engine, answered))
    report.goals.push(...goalsOf(engine, answered))
    report.notes.push(...answered.filter(({ right }) => !right).map((one) => noteOf(engine, one)))
  }
  return report
}

export const truth: Bench = {
  name: 'truth',
  about: 'answers with the latest statement, and invented answers (--n SEED)',
  run,
}
