import path from 'node:path'
import { cookieFor } from '@/lib/config/access'
import { parseEnv } from '@/lib/config/env'
import { atMost, type Bench, type Goal, percentile, type Report, type Row, rounded } from '../bench'
import type { Pace } from '../paced'
import { seededRandom } from '../seed/random'
import { seedTalk } from '../seed/seed'
import { actionId, ensureBuilt, type NextServer, startNext, startScript } from '../server'
import { inWorkplace, jobsDone, type Workplace } from '../workplace'
import { mark, monitored, type Note, notes } from './monitor'
import { rollingRestart } from './restarts'
import { type Chat, chatAll, type Outcome } from './users'

/** Without `--people`. Together they start with 10,000 messages (50 x 100 turns) and 5,000 contexts and summaries. */
const PEOPLE = 50
const SEEDED_TURNS = 100
const TURNS = 6
const PACE: Pace = { firstMs: 200, wordMs: 20, answerWords: 120, thoughtWords: 25 }
const PAUSE = { min: 4_000, max: 12_000 }
const MB = 1_000_000

const token = (user: number) => `token-of-bench-user-${user}`
const tokensOf = (people: number) =>
  Array.from({ length: people }, (_, user) => `user${user}:${token(user)}`).join(',')

/** The people are spread over the servers; a second tab is at the next one. */
async function seedUsers(place: Workplace, people: number, urls: string[]): Promise<Chat[]> {
  const env = parseEnv({ MNEME_ACCESS_TOKEN: tokensOf(people), MNEME_DATA_DIR: place.folder })
  if (!env.ok) throw new Error(env.problems.join('; '))
  const startTurn = actionId('app/actions/turn.ts', 'startTurn')
  const chats: Chat[] = []
  for (let user = 0; user < people; user++) {
    const talk = await seedTalk(place, {
      ownerId: `user${user}`,
      turns: SEEDED_TURNS,
      seed: user + 1,
      profile: 'work',
    })
    const cookie = cookieFor(env.env, token(user))
    const at = (url = '') => ({ url, cookie: `mneme_access=${cookie}`, startTurn })
    chats.push({
      person: at(urls[user % urls.length]),
      secondTab: at(urls[(user + 1) % urls.length]),
      conversationId: talk.conversationId,
    })
  }
  return chats
}

const COLUMNS = {
  acknowledged: 'ack',
  'first event': 'firstEvent',
  'first word': 'firstText',
  'whole turn': 'total',
} as const
type Column = (typeof COLUMNS)[keyof typeof COLUMNS]
const timeOf = ({ played }: Outcome, column: Column, p: number) =>
  rounded(
    percentile(
      played.map((one) => one[column]),
      p,
    ),
  )

function rowsOf(phase: string, outcome: Outcome, during: Note[]): Row[] {
  const { played, errors, followed, differing, seconds } = outcome
  const row = (measure: string, value: number, unit: string): Row => ({ phase, measure, value, unit })
  const times = Object.entries(COLUMNS).flatMap(([measure, column]) =>
    [0.5, 0.95, 0.99].map((p) => row(`${measure} p${p * 100}`, timeOf(outcome, column, p), 'ms')),
  )
  const second = [
    row('followed in a second tab', followed, 'turns'),
    row('text differing in the second tab', differing, 'turns'),
  ]
  const [first, last] = [during[0], during.at(-1)]
  const lags = during.map(({ lagP99 }) => lagP99)
  const server =
    first && last
      ? [
          row('event loop delay p99, worst second', rounded(Math.max(...lags)), 'ms'),
          row('event loop delay p99, median second', rounded(percentile(lags, 0.5)), 'ms'),
          row(
            'server CPU',
            rounded((100 * (last.cpuMs - first.cpuMs)) / (last.at - first.at)),
            '% of a core',
          ),
        ]
      : []
  return [
    row('turns', played.length, 'turns'),
    row('errors', errors.length, 'errors'),
    row('turns a second', rounded(played.length / seconds), '1/s'),
    ...times,
    ...(followed ? second : []),
    ...server,
  ]
}

const memoryRow = (when: string, note: Note): Row[] => [
  { phase: when, measure: 'heap after collection', value: rounded(note.heapUsed / MB), unit: 'MB' },
  { phase: when, measure: 'resident memory', value: rounded(note.rss / MB), unit: 'MB' },
]

/**
 * Clients, server and model are separate processes; everything goes over HTTP on the loopback, through the
 * server action that the page uses.
 */
async function run({ n, database, say, ...given }: Parameters<Bench['run']>[0]): Promise<Report> {
  const people = given.people ?? PEOPLE
  const processes = given.processes ?? 1
  if (processes > 1 && database === 'sqlite') throw new Error('Several processes need --postgres.')
  ensureBuilt()
  return inWorkplace(database, async (place, opened) => {
    const model = await startScript('bench/paced.ts', [JSON.stringify(PACE)])
    opened(model.stop)
    const monitor = path.join(place.folder, 'monitor.jsonl')
    const provider = { OPENAI_BASE_URL: model.url, OPENAI_API: 'chat', MNEME_FAST_MODEL: 'bench' }
    const servers: NextServer[] = []
    const serve = async (i: number) => {
      const env = { DATABASE_URL: place.url, MNEME_ACCESS_TOKEN: tokensOf(people), ...provider }
      const watched = i === 0 ? monitored(monitor) : {}
      servers[i] = await startNext(place.folder, { ...env, ...watched }, servers[i]?.port)
    }
    opened(() => Promise.all(servers.map(({ stop }) => stop())))
    for (let i = 0; i < processes; i++) await serve(i)
    const [server] = servers as [NextServer]
    say(`seeding ${people} people with ${SEEDED_TURNS} turns each …`)
    const chats = await seedUsers(
      place,
      people,
      servers.map(({ url }) => url),
    )

    const random = seededRandom(3)
    const turns = n ?? TURNS
    const phase = async (name: string, secondTab: boolean) => {
      const since = notes(monitor).length
      const outcome = await chatAll(chats, { turns, pause: PAUSE, secondTab, random })
      for (const error of new Set(outcome.errors)) say(`${name}: ${error}`)
      const during = notes(monitor)
        .slice(since)
        .filter((note) => note.kind === 'tick')
      return { outcome, rows: rowsOf(name, outcome, during) }
    }
    say('warming up …')
    await chatAll(chats, { turns: 1, pause: { min: 0, max: 5_000 }, secondTab: false, random })
    await jobsDone(place)
    const start = await mark(server.process, monitor)
    say(`${people} people send ${turns} messages each …`)
    const chatting = await phase('chatting', false)
    const middle = await mark(server.process, monitor)
    say('again, each with a second tab …')
    const twice = await phase('with a second tab', true)
    const end = await mark(server.process, monitor)
    const restart = async (i: number) => {
      await servers[i]?.stop()
      await serve(i)
    }
    if (processes > 1) say('again, while one server after the other is restarted …')
    const restarts = servers.map((_, i) => () => restart(i))
    const rolling = processes > 1 ? await rollingRestart(chats, restarts, random) : null
    for (const error of new Set(rolling?.errors)) say(`rolling restart: ${error}`)

    const all = [chatting.outcome, twice.outcome]
    const errors = all.reduce((sum, outcome) => sum + outcome.errors.length, rolling?.errors.length ?? 0)
    const grown = rounded(end.heapUsed / middle.heapUsed)
    const goals: Goal[] = [
      atMost('errors', errors, 0, 'errors'),
      atMost('acknowledgement p95', timeOf(chatting.outcome, 'ack', 0.95), 150, 'ms'),
      atMost('first event p95', timeOf(chatting.outcome, 'firstEvent', 0.95), 300, 'ms'),
      atMost('heap after collection, end against middle', grown, 1.1, 'ratio'),
    ]
    const rows = [
      ...chatting.rows,
      ...twice.rows,
      ...(rolling?.rows ?? []),
      ...memoryRow('at the start', start),
      ...memoryRow('in the middle', middle),
      ...memoryRow('at the end', end),
    ]
    return {
      rows,
      goals,
      notes: [
        `${people} people, ${people * SEEDED_TURNS * 2} stored messages, ${people * SEEDED_TURNS} stored contexts and summaries, ${database}, ${processes} ${processes === 1 ? 'server' : 'servers'} (CPU time, delays and memory are those of the first); thinking on, two model calls per turn and a summary call after it.`,
        `The model waits ${PACE.firstMs} ms and then emits a word every ${PACE.wordMs} ms: ${PACE.thoughtWords} per thought, ${PACE.answerWords} per answer. People pause between turns for ${PAUSE.min / 1_000} to ${PAUSE.max / 1_000} s.`,
        'Calls the server action startTurn of a real `next start` over HTTP, with a cookie per person, and reads its stream to the end; in the second phase also GET /api/turns/ID/events.',
      ],
    }
  })
}

export const load: Bench = {
  name: 'load',
  about: '50 people chatting at once; --people, and --processes with --postgres',
  run,
}
