import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseEnv, setEnv } from '@/lib/config/env'
import type { Bench, Report } from '../bench'
import { ensureBuilt } from '../http/next'
import type { Pace } from '../model/paced-model'
import { seededRandom } from '../seed/random'
import { seedTalk } from '../seed/seed'
import { madeUpName, message } from '../seed/vocabulary'
import { median, percentile, rounded } from '../stats'
import { openWorkplace, type Workplace } from '../workplace'
import { startPaced } from './paced-server'
import { overHttp } from './players'
import { newConversationId, type Played } from './watch'

const OWNER = 'local'
const REPEATS = 15
/** The first turns after a start, which load code and compile queries. */
const WARM_UP = 3
const LENGTHS = [1, 20, 100]
/** A person reads the answer before writing again; meanwhile the jobs after a turn end. */
const PAUSE_MS = 1_500
const PACE: Pace = { firstMs: 50, wordMs: 5, answerWords: 10, thoughtWords: 10 }

type Timed = Played & { cpuMs: number; load: number }

/** CPU time of all threads of a process in milliseconds. */
function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const ran = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return ran.reduce((sum, ns) => sum + ns, 0) / 1e6
}

async function measured(place: Workplace, repeats: number): Promise<Map<number, Timed[]>> {
  const talks = new Map<number, string>()
  for (const length of LENGTHS.filter((one) => one > 1)) {
    const talk = {
      ownerId: OWNER,
      turns: length - 1,
      seed: length,
      profile: 'work',
      withSteps: true,
    } as const
    talks.set(length, (await seedTalk(place, talk)).conversationId)
  }
  const { model, server, person } = await startPaced(place, PACE)
  const pid = server.process.pid ?? 0
  let before = 0
  let spent = 0
  const player = overHttp(person, {
    first: () => {
      spent = cpuMs(pid) - before
    },
  })
  const random = seededRandom(3)
  const times = new Map<number, Timed[]>()
  try {
    for (let round = -WARM_UP; round < repeats; round++)
      for (const length of LENGTHS) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        before = cpuMs(pid)
        const conversation = talks.get(length) ?? newConversationId()
        const played = await player(conversation, message(random, madeUpName(random)), {})
        if (played.status !== 'completed') throw new Error(`a turn ended as ${played.status}`)
        const timed = { ...played, cpuMs: spent, load: loadavg()[0] ?? 0 }
        if (round >= 0) times.set(length, [...(times.get(length) ?? []), timed])
      }
  } finally {
    for (const child of [server, model]) await child.stop()
  }
  return times
}

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  ensureBuilt()
  const env = parseEnv({})
  if (env.ok) setEnv(env.env)
  const place = await openWorkplace(database)
  try {
    const repeats = n ?? REPEATS
    say(`${repeats} turns at each length …`)
    const all = [...(await measured(place, repeats))]
    const of = (timed: Timed[], key: 'ack' | 'firstEvent' | 'cpuMs' | 'load', p = 0.5) =>
      rounded(
        percentile(
          timed.map((one) => one[key]),
          p,
        ),
      )
    return {
      rows: all.map(([turn, timed]) => ({
        turn,
        messages: timed.length,
        ackMs: of(timed, 'ack'),
        firstEventMs: of(timed, 'firstEvent'),
        p95Ms: of(timed, 'firstEvent', 0.95),
        cpuMs: of(timed, 'cpuMs'),
        load: of(timed, 'load'),
      })),
      goals: all.map(([turn, timed]) => ({
        goal: `first event, turn ${turn}`,
        value: rounded(median(timed.map((one) => one.firstEvent))),
        limit: 100,
        unit: 'ms',
      })),
      notes: [
        'From the POST leaving a client to the first event received, over HTTP on the loopback, through the server action startTurn of a real `next start` with the classifier on: medians. cpuMs = CPU time of the server until then; load = how many processes wanted the machine.',
      ],
    }
  } finally {
    await place.close()
  }
}

export const latency: Bench = {
  name: 'latency',
  about: 'from sending a message to its first event, over HTTP with the classifier on',
  run,
}
