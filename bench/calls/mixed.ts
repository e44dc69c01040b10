import { z } from 'zod'
import type { Depth } from '@/lib/shared/turn/depth'
import { type Labelled, ownSet, sharedSet } from '../classifier/sets'
import { jsonLines } from '../data'
import type { Person, PersonTurn } from '../persons/person'
import { pick, type Random, seededRandom, whole } from '../seed/random'
import { answer, sentence } from '../seed/vocabulary'

const SEED = 43
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEGIN = Date.parse('2026-09-01T07:00:00Z')
const CONVERSATIONS = ['one', 'two', 'three', 'four', 'five']

const factSchema = z.object({ subject: z.string(), predicate: z.string(), object: z.string() })
/** Statements that are asked for later. */
export const PLANTED = jsonLines(
  'bench/calls/planted.jsonl',
  z.object({ statement: z.string(), question: z.string(), fact: factSchema }),
)

/** How many messages of which kinds: of every hundred, ten need several steps. */
const OWN: readonly [Labelled['label'], kinds: string, count: number][] = [
  ['SIMPLE', 'greeting', 5],
  ['SIMPLE', 'smalltalk', 6],
  ['SIMPLE', 'feeling', 5],
  ['SIMPLE', 'thanks ack', 5],
  ['SIMPLE', 'news', 3],
  ['MODERATE', 'memory', 6],
  ['MODERATE', 'lookup', 6],
  ['MODERATE', 'question', 7],
  ['MODERATE', 'command edit', 5],
  ['MODERATE', 'opinion howto sum', 5],
  ['COMPLEX', 'comparison hypothetical', 2],
  ['COMPLEX', 'pattern why', 1],
  ['COMPLEX', 'plan decision', 1],
  ['COMPLEX', 'research', 1],
]
const SHARED: readonly ['labelled' | 'tasks', Labelled['label'], count: number][] = [
  ['labelled', 'SIMPLE', 5],
  ['labelled', 'MODERATE', 4],
  ['labelled', 'COMPLEX', 1],
  ['tasks', 'MODERATE', 8],
  ['tasks', 'COMPLEX', 4],
]

function drawn(random: Random, all: readonly Labelled[], count: number): Labelled[] {
  const left = all.filter(({ text }) => text.trim())
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const one = pick(random, left)
    left.splice(left.indexOf(one), 1)
    return one
  })
}

type Message = Pick<PersonTurn, 'user' | 'facts'> & { depth: Depth }
const depthOf = ({ label, deep }: Labelled): Depth =>
  label === 'SIMPLE' ? 'simple' : label === 'MODERATE' ? 'moderate' : deep ? 'deep' : 'complex'

/** The messages in a random order; a question comes after its statement. */
function messages(random: Random): Message[] {
  const held = ownSet('held').filter(({ before }) => before === '')
  const sets = [
    ...OWN.map(([label, kinds, count]) => {
      const of = held.filter((one) => one.label === label && kinds.split(' ').includes(one.kind))
      return drawn(random, of, count)
    }),
    ...SHARED.map(([set, label, count]) => {
      const of = sharedSet(set).filter((one) => one.label === label)
      return drawn(random, of, count)
    }),
  ]
  const placed: { at: number; message: Message }[] = sets
    .flat()
    .map((one) => ({ at: random(), message: { user: one.text, facts: [], depth: depthOf(one) } }))
  for (const { statement, question, fact } of PLANTED) {
    const at = random()
    placed.push({ at, message: { user: statement, facts: [fact], depth: 'simple' } })
    const later = at + (1 - at) * random()
    placed.push({ at: later, message: { user: question, facts: [], depth: 'moderate' } })
  }
  return placed.toSorted((a, b) => a.at - b.at).map(({ message }) => message)
}

const ANSWERS: Record<Depth, (random: Random) => string> = {
  simple: (random) => sentence(random, 'the day'),
  moderate: (random) => answer(random, 'the question'),
  complex: (random) => [answer(random, 'the plan'), answer(random, 'the plan')].join('\n\n'),
  deep: (random) => [1, 2, 3].map(() => answer(random, 'the research')).join('\n\n'),
}

/** How many of the hundred messages are missing because the shared data is not on this machine. */
export const missingMessages = (): number =>
  SHARED.reduce((sum, [set, , count]) => sum + (sharedSet(set).length ? 0 : count), 0)

/**
 * A hundred messages of mixed difficulty in five conversations: sessions of five to nine messages, two minutes
 * apart, with hours between them. Answers are made up, as long as such answers are.
 */
export function mixedHundred(): Person {
  const random = seededRandom(SEED)
  let at = BEGIN
  let left = 0
  let conversation = ''
  const turns = messages(random).map((message): PersonTurn => {
    if (left === 0) {
      left = whole(random, 5, 9)
      conversation = pick(
        random,
        CONVERSATIONS.filter((name) => name !== conversation),
      )
      at += whole(random, 3, 20) * HOUR
    }
    left -= 1
    at += 2 * MINUTE
    const answered = ANSWERS[message.depth](random)
    return { ...message, conversation, at: new Date(at).toISOString(), answer: answered }
  })
  return { person: 'mixed hundred', timeZone: 'Europe/Vienna', turns, questions: [], sealed: false }
}
