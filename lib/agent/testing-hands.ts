import type { Db } from '@/lib/db/engine/client'
import { getTurn } from '@/lib/db/turns/turns'
import { RemoteTurns } from '@/lib/runtime/remote-turns'
import type { RunnerDeps } from '@/lib/runtime/runner-deps'
import { Tabs } from '@/lib/runtime/tabs'
import type { Schedule } from '@/lib/runtime/turn-log'
import type { Caller } from '@/lib/services/caller'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import type { Frame, TurnEvent } from '@/lib/shared/turn/events'
import { harness } from './testing'
import { HandModels } from './testing-hand-model'

/** Runs scheduled work as soon as the event loop is free, so that tests never wait for a clock. */
export const soon: Schedule = (run) => {
  const handle = setImmediate(run)
  return () => clearImmediate(handle)
}
/** Longer than any condition takes on a busy machine. */
const NEVER_S = 120
/** Lets the event loop turn until a condition holds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = process.uptime() + NEVER_S; process.uptime() < end; ) {
    if (await isSo()) return
    await breath()
  }
  throw new Error(`it never happened that ${what}`)
}

export type Hands = Awaited<ReturnType<typeof byHand>>
/** The harness with a model that the test drives. `other` = another runner on the same database. */
export async function byHand(
  over: Partial<RunnerDeps> = {},
  open?: { url: string; ownerId: string; prefix: string; db?: Db },
) {
  const h = await harness(() => ({}), { schedule: soon, ...over }, open)
  const model = new HandModels()
  h.deps.models = model
  const follow = { db: h.db, runner: h.runner, remote: new RemoteTurns(h.db, soon, limits.runner.pollMs) }
  const caller: Caller = {
    db: h.db,
    runner: h.runner,
    jobs: h.jobs,
    runtime: h.runtime,
    follow,
    tabs: new Tabs(() => () => {}),
    stop: async () => {},
    ownerId: h.ownerId,
  }
  const turn = (id: string) => getTurn(h.db, h.ownerId, id)
  const framesOf = (id: string): Frame[] => h.runner.entry(id)?.log.frames ?? []
  const eventsOf = (id: string): TurnEvent[] => framesOf(id).map((frame) => frame.event)
  const readOnly = (on: boolean) =>
    on ? h.db.$executeRaw`PRAGMA query_only = ON` : h.db.$executeRaw`PRAGMA query_only = OFF`
  return { ...h, model, follow, caller, turn, framesOf, eventsOf, readOnly }
}

const PIDS = { b: 2, c: 3 } as const
/**
 * Another runner, as in another process. It shares the connection, because two connections in one process
 * would block the event loop while they wait for each other. `close` both.
 */
export const otherProcess = async (
  h: Pick<Hands, 'url' | 'ownerId' | 'db'>,
  name: keyof typeof PIDS,
  over: Partial<RunnerDeps> = {},
) => ({
  ...(await byHand(
    { instance: { id: `inst_${name}`, host: 'here', pid: PIDS[name] }, ...over },
    { url: h.url, ownerId: h.ownerId, prefix: name, db: h.db },
  )),
  close: async () => {},
})

/** Answers a turn without thinking: one call, one text. */
export async function answer(h: Hands, text: string): Promise<void> {
  const call = await h.model.next()
  call.say(text).end()
}
export const PLAIN = { thinking: false }
