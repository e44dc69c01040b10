import { parseEnv, setEnv } from '@/lib/config/env'
import type { Bench, Goal, Report, Row } from '../bench'
import { startScript } from '../http/child'
import { ensureBuilt } from '../http/next'
import type { Pace } from '../model/paced-model'
import { type SeededTalk, seedTalk } from '../seed/seed'
import { rounded } from '../stats'
import { openWorkplace, type Workplace } from '../workplace'
import { startPaced } from './paced-server'
import { bare, overHttp } from './players'
import { type Engine, type Times, times } from './times'

const OWNER = 'local'
const REPEATS = 15
const PACE: Pace = { firstMs: 150, wordMs: 20, answerWords: 60, thoughtWords: 20 }
const LONGEST = 1_000

const rowOf = ({ length, engine, firstEvent, firstText, total }: Times): Row => ({
  length,
  engine,
  firstEventMs: rounded(firstEvent),
  firstTextMs: rounded(firstText),
  totalMs: rounded(total),
})

function timeGoals(measured: Times[]): Goal[] {
  const bareAt = (length: number) => measured.find((one) => one.engine === 'bare' && one.length === length)
  const firstWord = (of: string, { firstText, length }: Times, other: Times): Goal => ({
    goal: `first word beyond bare, ${of}length ${length}`,
    value: rounded(firstText - other.firstText),
    limit: 50,
    unit: 'ms',
  })
  const withoutMemory = measured
    .filter(({ engine }) => engine === 'mneme, memory off')
    .flatMap((mneme) => {
      const other = bareAt(mneme.length)
      return other ? [firstWord('memory off, ', mneme, other)] : []
    })
  const withMemory = measured
    .filter(({ engine }) => engine === 'mneme')
    .flatMap((mneme) => {
      const other = bareAt(mneme.length)
      if (!other) return []
      return [
        {
          goal: `first event beyond bare, length ${mneme.length}`,
          value: rounded(mneme.firstEvent - other.firstEvent),
          limit: 50,
          unit: 'ms',
        },
        firstWord('', mneme, other),
        {
          goal: `total against bare, length ${mneme.length}`,
          value: rounded(mneme.total / other.total),
          limit: 1.1,
          unit: 'ratio',
        },
      ]
    })
  return [...withMemory, ...withoutMemory]
}

/** From sending to the first event, where the classifier chooses the depth. */
const classifiedGoals = (measured: Times[]): Goal[] =>
  measured
    .filter(({ engine }) => engine === 'mneme, auto')
    .map(({ firstEvent, length }) => ({
      goal: `first event with the classifier on, length ${length}`,
      value: rounded(firstEvent),
      limit: 100,
      unit: 'ms',
    }))

async function timed(
  place: Workplace,
  work: SeededTalk,
  repeats: number,
  say: (line: string) => void,
): Promise<Times[]> {
  const { model, server, person } = await startPaced(place, PACE)
  const route = await startScript('bench/turn/bare-main.ts', [model.url])
  try {
    const player = overHttp(person)
    const engines: Engine[] = [
      { name: 'bare', player: bare(route.url), options: {} },
      { name: 'mneme', player, options: { depth: 'moderate' } },
      { name: 'mneme, memory off', player, options: { depth: 'moderate', recall: 'off' } },
      { name: 'mneme, auto', player, options: {} },
      { name: 'mneme, thinking', player, options: { preset: 'standard' } },
    ]
    const hundred = await seedTalk(place, {
      ownerId: OWNER,
      turns: 99,
      seed: 100,
      profile: 'work',
    })
    say(`${repeats} turns of each engine at each length …`)
    return await times(
      engines,
      [
        { length: 1, talk: null },
        { length: 100, talk: hundred },
        { length: LONGEST, talk: work },
      ],
      repeats,
    )
  } finally {
    for (const child of [server, route, model]) await child.stop()
  }
}

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  ensureBuilt()
  const env = parseEnv({})
  if (env.ok) setEnv(env.env)
  const place = await openWorkplace(database)
  try {
    say(`seeding a conversation of ${LONGEST} turns …`)
    const work = await seedTalk(place, {
      ownerId: OWNER,
      turns: LONGEST - 1,
      seed: 7,
      profile: 'work',
    })
    const measured = await timed(place, work, n ?? REPEATS, say)
    return {
      rows: measured.map(rowOf),
      goals: [...timeGoals(measured), ...classifiedGoals(measured)],
      notes: [
        'Times: medians over HTTP on the loopback; Mneme through the server action startTurn of a real `next start`, its stream read to the commit; bare = the lower bound, a Node server with streamText in its own process that gets only the message and stores nothing. Both alternate in one run and call the same paced model.',
        `The model waits ${PACE.firstMs} ms, then emits ${PACE.answerWords} words, one every ${PACE.wordMs} ms; "thinking" adds a round of ${PACE.thoughtWords}.`,
      ],
    }
  } finally {
    await place.close()
  }
}

export const turn: Bench = {
  name: 'turn',
  about: 'times of a turn against a bare streamText route, as a conversation grows',
  run,
}
