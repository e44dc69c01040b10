import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PlaybookSection } from '@/lib/shared/learning/strategies'

type Call = { name: string; args: unknown }
export type Round = { text: string; recall: unknown; focus: string | null }
export type Note = { summary: string; insights: string[] }
type Named = { predicate: string; subject: string; object: string; quote: string }
type Lesson = {
  section: PlaybookSection
  kind: 'principle' | 'guardrail'
  title: string
  description: string
  content: string
}
/** One prepared turn. `day` counts from the first one's. */
export type Prepared = {
  day: number
  time: string
  ask: string
  answer: string
  rounds: Round[]
  calls: Call[]
  note: Note
  facts: Named[]
  lessons: Lesson[]
  failure: string | null
  isRated: boolean
  /** An earlier wording of the message and its answer, which become a branch. */
  other: { ask: string; answer: string } | null
}
export type Script = { turns: Prepared[]; rollUps: Map<number, Note> }

const FOLDER = path.resolve('scripts/sample')
const bars = (text: string) => text.split('|').map((part) => part.trim())

function noteOf(text: string): Note {
  const lines = text.split('\n')
  const isInsight = (line: string) => line.startsWith('- ')
  return {
    summary: lines.filter((line) => !isInsight(line)).join(' '),
    insights: lines.filter(isInsight).map((line) => line.slice(2)),
  }
}

function blank(given: string): Prepared {
  const [day = '', time = ''] = given.split(' ')
  const none = { rounds: [], calls: [], facts: [], lessons: [], failure: null, isRated: false, other: null }
  return { day: Number(day), time, ask: '', answer: '', note: { summary: '', insights: [] }, ...none }
}

function add(turn: Prepared, name: string, given: string, text: string) {
  const [first = '', second = '', third = '', ...rest] = bars(given)
  if (name === 'ask') turn.ask = text
  else if (name === 'answer') turn.answer = text
  else if (name === 'think') turn.rounds.push({ recall: null, focus: null, ...JSON.parse(given), text })
  else if (name === 'write') turn.calls.push({ name: 'write_file', args: { path: given, text: `${text}\n` } })
  else if (name === 'read') turn.calls.push({ name: 'read_file', args: { path: given } })
  else if (name === 'edit') {
    const [find = '', replace = ''] = text.split('\n=====').map((part) => part.replace(/^\n/, ''))
    turn.calls.push({ name: 'edit_file', args: { path: given, find, replace } })
  } else if (name === 'note') turn.note = noteOf(text)
  else if (name === 'fact')
    turn.facts.push({ subject: first, predicate: second, object: third, quote: rest.join('|') })
  else if (name === 'lesson') {
    const lesson = { section: first, kind: second, title: third, description: rest.join('|'), content: text }
    turn.lessons.push(lesson as Lesson)
  } else if (name === 'verdict') turn.failure = given.replace('failure: ', '')
  else if (name === 'rate') turn.isRated = true
  else if (name === 'other') turn.other = { ask: text, answer: '' }
  else if (name === 'other-answer' && turn.other) turn.other.answer = text
  else throw new Error(`@@ ${name} is not known`)
}

/** Reads the prepared conversation. A part begins with a line `@@ name given` and goes on to the next one. */
export function readScript(): Script {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'))
  const whole = files.sort().map((file) => readFileSync(path.join(FOLDER, file), 'utf8'))
  const turns: Prepared[] = []
  const rollUps = new Map<number, Note>()
  for (const part of whole.join('\n').split(/^@@ /m).slice(1)) {
    const [head = '', ...lines] = part.split('\n')
    const [, name = '', given = ''] = /^(\S+) ?(.*)$/.exec(head) ?? []
    const text = lines.join('\n').trim()
    const turn = turns.at(-1)
    if (name === 'turn') turns.push(blank(given))
    else if (name === 'rollup') rollUps.set(Number(given), noteOf(text))
    else if (turn) add(turn, name, given, name === 'edit' ? lines.join('\n').replace(/\n+$/, '') : text)
  }
  return { turns, rollUps }
}
