import path from 'node:path'
import { atLeast, atMost, type Bench, type Goal, type Report, type Row, rounded } from '../bench'
import { CATEGORIES, memories, NEVER_SAID } from './data'
import { dialoguesIn, fileOf, heldDialogues, SETS } from './dialogues'
import { type Answered, ask, ENGINES, type Engine } from './play'

const CHANGES = 60
const ABSENCES = 15
const FIRST_SEED = 1
/** The engine answers the common questions; what a model does better is left to it. */
const DIALOGUES_RIGHT = 60

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
    atLeast(`${engine}: changes answered with the latest value`, share(changes), 100, '%'),
    atMost(
      `${engine}: invented answers to unknown questions`,
      absences.filter(({ right }) => !right).length,
      0,
      'answers',
    ),
  ]
}

const noteOf = (engine: Engine, { category, question, latest, answer }: Answered) =>
  `${engine}, ${category}: ${question}\n  expected: ${latest ?? '(unknown)'}\n  answer: ${answer.replaceAll('\n', ' / ')}`

/** Dialogues in other wordings. What is wrong in the half that is held back is not printed. */
async function addDialogues(report: Report, file: string, limit: number) {
  const name = path.basename(file, '.jsonl').replaceAll('-', ' ')
  const answered = await heldDialogues(dialoguesIn(file))
  const topics = [...new Set(answered.map(({ topic }) => topic))]
  const rightOf = (of: typeof answered) => of.filter(({ right }) => right).length
  for (const topic of topics) {
    const own = answered.filter((one) => one.topic === topic)
    const row = { engine: 'built-in', category: `${name}: ${topic}`, asked: own.length }
    report.rows.push({ ...row, right: rightOf(own), share: rounded((100 * rightOf(own)) / own.length) })
  }
  report.goals.push(
    atLeast(
      `${name}: right of ${answered.length} answers`,
      rounded((100 * rightOf(answered)) / answered.length),
      limit,
      '%',
    ),
  )
  if (!name.includes('held'))
    for (const { topic, ask, expected, answer } of answered.filter(({ right }) => !right))
      report.notes.push(
        `${topic}: ${ask}\n  expected: ${expected}\n  answer: ${answer.replaceAll('\n', ' / ')}`,
      )
}

async function run({ n, data, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  if (data) {
    const report: Report = { rows: [], goals: [], notes: [] }
    await addDialogues(report, data, DIALOGUES_RIGHT)
    return report
  }
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
  for (const set of n === null ? SETS : []) await addDialogues(report, fileOf(set), DIALOGUES_RIGHT)
  return report
}

export const truth: Bench = {
  name: 'truth',
  about: 'answers with the latest statement, and invented answers (--n SEED, --data DIALOGUES)',
  run,
}
