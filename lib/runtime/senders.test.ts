/** @module-tag full */
import { describe, expect, it } from 'vitest'
import { byHand, type Hands, otherProcess, until } from '@/lib/agent/testing-hands'
import { breath } from '@/lib/shared/breath'
import type { RunnerDeps } from './runner-deps'

const SENDERS = 20
const ROUNDS = 2

/** Senders waiting for room in the queue, which a starting turn frees, and how many turns have started. */
type Places = { count: number; waiting: (() => void)[] }
type Run = { turnId: string; conversationId: string; from: number; to: number }
/** An agent that answers with its message and records when it ran, on one shared clock. */
function noting(
  runs: Run[],
  clock: { at: number },
  places: Places = { count: 0, waiting: [] },
  work = breath,
): RunnerDeps['runTurn'] {
  return async ({ turn }) => {
    const run = {
      turnId: turn.id,
      conversationId: turn.conversationId,
      from: clock.at++,
      to: Number.POSITIVE_INFINITY,
    }
    runs.push(run)
    places.count += 1
    places.waiting.shift()?.()
    await work()
    run.to = clock.at++
    return {
      status: 'completed',
      answer: turn.userText,
      error: null,
      tokens: { answerTokens: 1, toolTokens: 0, recalledTokens: 0, contextTokens: 1 },
      writes: () => [],
    }
  }
}
/** Pairs of turns of one conversation that ran at the same time. */
const overlaps = (runs: Run[]) =>
  runs.flatMap((one, i) =>
    runs
      .slice(i + 1)
      .filter(
        (other) => other.conversationId === one.conversationId && one.from < other.to && other.from < one.to,
      ),
  ).length

/**
 * Each sender sends every message through both processes at once, as after a lost response, and retries when
 * a full queue has room.
 */
async function sendAll(processes: Hands[], places: Places): Promise<string[]> {
  const sent: string[] = []
  const sender = async (name: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      const text = `message ${name}.${round}`
      for (let accepted = false; !accepted; ) {
        const started = places.count
        const tries = await Promise.allSettled(
          processes.map((h) => h.send('c', text, {}, `m${name}-${round}`)),
        )
        accepted = tries.some((tried) => tried.status === 'fulfilled')
        for (const tried of tries)
          if (tried.status === 'rejected' && tried.reason.code !== 'queue_full') throw tried.reason
        if (!accepted && started === places.count) await new Promise<void>((go) => places.waiting.push(go))
      }
      sent.push(text)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, name) => sender(name)))
  return sent
}

describe('twenty senders through two processes', () => {
  it('have every message answered once, one at a time, in one line without gaps', async () => {
    const runs: Run[] = []
    const clock = { at: 0 }
    const places: Places = { count: 0, waiting: [] }
    const a = await byHand({ runTurn: noting(runs, clock, places) })
    const b = await otherProcess(a, 'b', { runTurn: noting(runs, clock, places) })
    const sent = await sendAll([a, b], places)
    await until('nothing waits or runs', async () => {
      await b.runner.tickSweep()
      // A claimed turn that has not begun is in no runner yet.
      return (
        a.runner.active + b.runner.active === 0 &&
        (await a.db.turn.count({ where: { status: { in: ['queued', 'running'] } } })) === 0
      )
    })
    const turns = await a.db.turn.findMany({ where: { conversationId: 'c' }, orderBy: { number: 'asc' } })
    expect(turns.map((turn) => turn.userText).sort()).toEqual([...sent].sort())
    expect(turns.map((turn) => turn.number)).toEqual(sent.map((_, i) => i + 1))
    expect(
      turns.every(
        (turn, i) =>
          turn.parentId === (turns[i - 1]?.id ?? null) &&
          turn.status === 'completed' &&
          turn.attempt === 1 &&
          turn.answer === turn.userText,
      ),
    ).toBe(true)
    expect([runs.length, overlaps(runs)]).toEqual([sent.length, 0])
    expect(runs.map((run) => run.turnId)).toEqual(turns.map((turn) => turn.id))
    for (const h of [a, b]) await h.close()
  })

  it('would run side by side if a conversation could have two running turns (control)', async () => {
    const runs: Run[] = []
    const clock = { at: 0 }
    const places: Places = { count: 0, waiting: [] }
    // The first turn ends only after another has begun.
    const company = () => (places.count > 1 ? breath() : new Promise<void>((go) => places.waiting.push(go)))
    const a = await byHand({ runTurn: noting(runs, clock, places, company) })
    await a.db.$executeRaw`DROP INDEX "Turn_activeKey_key"`
    const sendFree = async (name: number) => {
      const turn = await a.send('c', `message ${name}`)
      await a.db.turn.updateMany({ where: { id: turn.id }, data: { parentId: null } })
      await a.runner.kick(a.ownerId, 'c')
    }
    for (let name = 0; name < 5; name++) await sendFree(name)
    await until('nothing runs', () => a.runner.active === 0)
    expect(overlaps(runs)).toBeGreaterThan(0)
    await a.close()
  })
})
