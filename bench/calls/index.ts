import type { Depth } from '@/lib/shared/turn/depth'
import { atLeast, atMost, type Bench, type Goal, type Report, rounded } from '../bench'
import { ownPersons, type Person, type PersonTurn, readPerson, sharedPersons } from '../persons/person'
import { type Played, tell } from '../persons/play'
import { repairGoal } from '../requests'
import {
  depthRows,
  forEver,
  groundRows,
  isForeground,
  kindRows,
  type Measured,
  means,
  measure,
  type Turn,
  thinkingShare,
} from './measure'
import { missingMessages, mixedHundred, PLANTED } from './mixed'

const APART_MS = 2 * 60_000

/**
 * A month whose questions are asked like any other message, one after the other. Files have no answers to
 * them, so an answer names what it needs.
 */
function withQuestions(person: Person): Person {
  const asked = person.questions.map(({ conversation, at, ask, needs }, i): PersonTurn => {
    const found = needs.map(([text]) => text).join(', ')
    return {
      conversation: conversation === 'new' ? `new-${i}` : conversation,
      at: new Date(Date.parse(at) + i * APART_MS).toISOString(),
      user: ask,
      answer: found ? `You told me about that, and what matters is: ${found}.` : 'You have not told me that.',
      facts: [],
    }
  })
  return { ...person, turns: [...person.turns, ...asked], questions: [] }
}

const turnOf = ({ turn, foreground, background }: Played, at: string): Turn => ({
  at: Date.parse(at),
  depth: (turn.depth ?? 'moderate') as Depth,
  foreground: foreground.map(({ body }) => body),
  background: background.map(({ body }) => body),
})

type Month = { name: string; measured: Measured[]; told: Turn[] }

async function month(person: Person): Promise<Month> {
  const told: Turn[] = []
  await tell(person, (played, { at }) => told.push(turnOf(played, at)))
  return { name: person.person, told, measured: measure(told) }
}

/** Planted facts whose value is in a prompt of the turn that asks for it. */
function shownFacts({ turns }: Person, told: readonly Turn[]): number {
  return PLANTED.filter(({ question, fact }) => {
    const asked = told[turns.findIndex(({ user }) => user === question)]
    return JSON.stringify(asked?.foreground ?? []).includes(fact.object)
  }).length
}

function goalsOf(set: string, turns: readonly Measured[]): Goal[] {
  const [foreground, background] = [means(turns, isForeground), means(turns, (call) => !isForeground(call))]
  const all = means(turns)
  const goal = (what: string, value: number, limit: number, unit: string): Goal =>
    atMost(`${set}: ${what} a turn`, rounded(value), limit, unit)
  return [
    goal('foreground calls', foreground.calls, 1.5, 'calls'),
    goal('background calls', background.calls, 1.2, 'calls'),
    goal('background tokens', background.tokens, 1_500, 'tokens'),
    goal('input', all.tokens, 7_000, 'tokens'),
    goal('weighted', forEver(all.weighted), 3_300, 'tokens'),
    atMost(`${set}: complex or deep in Auto`, rounded(100 * thinkingShare(turns)), 15, '%'),
  ]
}

async function run({ data, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const report: Report = { rows: [], goals: [], notes: [] }
  const hundred = mixedHundred()
  const persons = (data ? [readPerson(data)] : [...ownPersons(), ...sharedPersons()]).map(withQuestions)
  const missing = missingMessages()
  if (missing)
    report.notes.push(
      `skipped: ${missing} of the mixed hundred are messages of ../shared/data/complexity, which is not here.`,
    )
  if (persons.length === 0) report.notes.push('skipped: there are no months of persons here.')
  const months: Month[] = []
  for (const person of data ? persons : [hundred, ...persons]) {
    say(`${person.person}: ${person.turns.length} turns …`)
    months.push(await month(person))
  }
  const mixed = months.find(({ name }) => name === hundred.person)
  const ofPersons = months.filter((one) => one !== mixed).flatMap(({ measured }) => measured)
  const groups = [
    ...(mixed ? [mixed] : []),
    ...(ofPersons.length ? [{ name: 'all persons', measured: ofPersons }] : []),
  ]
  const sets = [...months, ...groups.filter((group) => group !== mixed && months.length > 2)]
  report.rows.push(
    ...sets.flatMap(({ name, measured }) => groundRows(name, measured)),
    ...groups.flatMap(({ name, measured }) => kindRows(name, measured)),
    ...groups.flatMap(({ name, measured }) => depthRows(name, measured)),
  )
  report.goals.push(...groups.flatMap(({ name, measured }) => goalsOf(name, measured)))
  const sent = months.flatMap(({ told }) => told.flatMap((turn) => [...turn.foreground, ...turn.background]))
  report.goals.push(repairGoal('all', sent))
  if (mixed)
    report.goals.push(
      atLeast(
        'mixed hundred: planted facts in the prompt of their question',
        shownFacts(hundred, mixed.told),
        PLANTED.length,
        'facts',
      ),
    )
  report.notes.push(
    'Real requests, in Auto, with their jobs. A scripted model answers: it never asks for a tool, and ends its thinking after one round. A person’s questions follow the month, two minutes apart. Means a turn. Foreground = sent before the turn ends, classifying included; the rest is sent by jobs.',
    'The cache is that of `saving`, for ever unless said otherwise; weighted = cached tokens at 10%. By hand, with a model that used its tools: 2.0 and 4.6 calls, 8,900 tokens, 5,000 weighted, 14 of 30 turns complex.',
  )
  return report
}

export const calls: Bench = {
  name: 'calls',
  about:
    'calls and tokens of a turn in Auto: a mixed hundred, and the months of persons (--data FILE of one)',
  run,
}
