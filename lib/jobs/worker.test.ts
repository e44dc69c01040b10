import { describe, expect, it } from 'vitest'
import { byHand, type Hands, otherProcess, PLAIN, until } from '@/lib/agent/testing-hands'
import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { jobOps } from '@/lib/db/turns/jobs'
import { titleFor } from '@/lib/heuristics/titles/title'
import { deleteConversation, undoForget } from '@/lib/services/forget/forget'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { Jobs } from './worker'

const SUMMARY = JSON.stringify({
  summary: 'The person owns a red boat.',
  keyInsights: ['The boat is red.'],
  insights: ['The boat is red.'],
})
const REPLIES: Record<string, string> = {
  turn_notes: JSON.stringify({
    ...{ facts: [], ...JSON.parse(SUMMARY), tags: [], lesson: null, title: 'A red boat' },
    verdict: { label: 'unknown', confidence: 0, reason: '' },
  }),
  facts: JSON.stringify({ facts: [] }),
}
const ENOUGH = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }

/** A finished turn with its jobs, notes and a roll-up, and two more with a call of their own. */
async function withJobs(): Promise<{ a: Hands; b: Hands; turnId: string }> {
  const a = await byHand()
  a.model.offline = false
  const turn = await a.send('c', 'My boat is red.')
  await a.db.conversation.update({ where: { id: 'c' }, data: { title: titleFor('My boat is red.') } })
  ;(await a.model.next()).say('Nothing to look up.').end({ calls: [ENOUGH] })
  ;(await a.model.next()).say('Noted.').end()
  await a.runner.settled(turn.id)
  const more = ['imported-summary', 'imported-facts'].map((kind) => ({
    ...{ id: kind, kind, key: turn.id, payload: { turnId: turn.id } },
  }))
  await a.db.$transaction(jobOps(a.db, a.ownerId, more, a.runtime.now()))
  const b = await otherProcess(a, 'b')
  b.model.offline = false
  b.runtime.advance(1_000)
  return { a, b, turnId: turn.id }
}
const worker = (h: Hands, instanceId: string, turns = 0) =>
  new Jobs({
    ...{ db: h.db, runtime: h.runtime, instanceId, log: h.deps.log },
    depsFor: async () => h.deps,
    turnsRunning: () => turns,
  })
const left = async (h: Hands) =>
  (await h.db.job.findMany({ where: { status: { not: 'done' } }, select: { kind: true, status: true } }))
    .map((job) => `${job.kind} ${job.status}`)
    .sort()
/** Answers every call of a worker until it is done. */
const serve = (h: Hands, done: Promise<void>) =>
  h.model.serve((call) => call.say(REPLIES[call.name ?? ''] ?? SUMMARY).end(), done)
const background = (h: Hands) =>
  h.db.step.groupBy({
    by: ['phase'],
    _count: { _all: true },
    where: { phase: { in: ['notes', 'summarise', 'roll-up'] } },
    orderBy: { phase: 'asc' },
  })

describe('background jobs', () => {
  it('are done once after the answer, and never again', async () => {
    const { a, b, turnId } = await withJobs()
    const rev = await memoryRev(a.db, a.ownerId)
    expect(await left(a)).toEqual([
      'imported-facts waiting',
      'imported-summary waiting',
      'notes waiting',
      'roll-up waiting',
    ])
    await serve(a, a.jobs.tick())
    expect(await left(a)).toEqual([])
    expect((await a.db.summary.findMany()).map((row) => [row.status, row.text])).toEqual([
      ['model', 'The person owns a red boat.'],
    ])
    expect((await a.db.conversation.findFirst())?.title).toBe('A red boat')
    // Pages that show the turn learn its new token figures.
    expect(
      (await changesSince(a.db, a.ownerId, rev))
        .filter((change) => change.kind === 'step')
        .map((change) => change.refId),
    ).toEqual([turnId, turnId, turnId])
    await worker(b, 'b').tick()
    expect((await background(a)).map((row) => [row.phase, row._count._all])).toEqual([
      ['notes', 1],
      ['summarise', 1],
    ])
    for (const h of [a, b]) await h.close()
  })

  it('start as soon as a place is free, while another job’s provider hangs', async () => {
    const { a, b } = await withJobs()
    const slow = a.jobs.tick()
    const calls = [await a.model.next(), await a.model.next()]
    const summary = calls.find(({ name }) => name === 'turn_summary')
    calls
      .find(({ name }) => name === 'turn_notes')
      ?.say(REPLIES.turn_notes ?? '')
      .end()
    const third = await a.model.next()
    expect([summary?.name, third.name]).toEqual(['turn_summary', 'facts'])
    third.say(REPLIES.facts ?? '').end()
    await until(
      'the facts are done',
      async () => !(await left(a)).some((job) => job.startsWith('imported-facts')),
    )
    expect(await left(a)).toContain('imported-summary running')
    summary?.say(SUMMARY).end()
    await serve(a, slow)
    expect(await left(a)).toEqual([])
    for (const h of [a, b]) await h.close()
  })

  it('of others are done while both places of one person hang', async () => {
    const { a, b } = await withJobs()
    const slow = a.jobs.tick()
    const calls = [await a.model.next(), await a.model.next()]
    const theirs = { id: 'theirs', kind: 'notes', key: 'theirs', payload: { turnId: 'purged' } }
    await a.db.$transaction(jobOps(a.db, 'another', [theirs], a.runtime.now()))
    a.jobs.wake()
    await until(
      'it is done',
      async () => (await a.db.job.findFirst({ where: { ownerId: 'another' } }))?.status === 'done',
    )
    expect((await left(a)).filter((job) => job.endsWith('running'))).toHaveLength(2)
    for (const call of calls) call.say(REPLIES[call.name ?? ''] ?? SUMMARY).end()
    await serve(a, slow)
    for (const h of [a, b]) await h.close()
  })

  it('leave their places to turns that are being answered, but for one of each of two people', async () => {
    const { a, b } = await withJobs()
    const jobs = worker(a, 'a', 10)
    const busy = jobs.tick()
    const call = await a.model.next()
    const theirs = { id: 'theirs', kind: 'notes', key: 'theirs', payload: { turnId: 'purged' } }
    await a.db.$transaction(jobOps(a.db, 'another', [theirs], a.runtime.now()))
    jobs.wake()
    await until(
      'it is done',
      async () => (await a.db.job.findFirst({ where: { ownerId: 'another' } }))?.status === 'done',
    )
    for (let i = 0; i < 20; i++) await breath()
    expect((await left(a)).filter((job) => job.endsWith('running'))).toHaveLength(1)
    call.say(REPLIES[call.name ?? ''] ?? SUMMARY).end()
    await serve(a, busy)
    expect(await left(a)).toEqual([])
    for (const h of [a, b]) await h.close()
  })

  it('that each embed whatever is missing never run at once, so no text is paid for twice', async () => {
    const a = await byHand()
    const ids = ['first', 'second']
    const job = (id: string) => ({ id, kind: 'embed', key: id, payload: {} })
    await a.db.$transaction(jobOps(a.db, a.ownerId, ids.map(job), a.runtime.now()))
    const begun: string[] = []
    const waiting: (() => void)[] = []
    const jobs = new Jobs({
      ...{ db: a.db, runtime: a.runtime, instanceId: 'a', log: a.deps.log },
      depsFor: async ({ id }) => {
        begun.push(id)
        await new Promise<void>((resolve) => waiting.push(resolve))
        return a.deps
      },
    })
    const done = jobs.tick()
    await until('one has begun', async () => begun.length > 0)
    jobs.wake()
    for (let i = 0; i < 20; i++) await breath()
    expect(begun).toEqual(['first'])
    waiting[0]?.()
    await until('the other has begun', async () => begun.length > 1)
    waiting[1]?.()
    await done
    expect(await left(a)).toEqual([])
    await a.close()
  })

  it('of a killed process are done once by the next; the dead one’s late writes are refused', async () => {
    const { a, b } = await withJobs()
    const killed = a.jobs.tick()
    const calls = [await a.model.next(), await a.model.next()]
    await serve(b, worker(b, 'b').tick())
    expect(await left(b)).toEqual(['imported-summary running', 'notes running'])
    b.runtime.advance(limits.jobs.leaseMs + 1)
    await serve(b, worker(b, 'b').tick())
    expect(await left(b)).toEqual([])
    const before = await b.db.step.count()
    for (const call of calls) call.say(SUMMARY.replace('red', 'blue')).end()
    await serve(a, killed)
    expect((await b.db.summary.findMany()).map((row) => row.text)).toEqual(['The person owns a red boat.'])
    expect([
      await b.db.step.count(),
      (await background(b)).every((row) => row._count._all === 1),
      await left(b),
    ]).toEqual([before, true, []])
    for (const h of [a, b]) await h.close()
  })

  it('return to the queue at once on shutdown; the ledger has what their calls had cost', async () => {
    const { a, b } = await withJobs()
    const ending = a.jobs.tick()
    const calls = [await a.model.next(), await a.model.next()]
    calls.find((call) => call.name === 'turn_summary')?.say('12')
    await a.jobs.stop()
    await ending
    const cut = await b.db.step.findMany({ where: { finish: 'aborted' }, orderBy: { phase: 'asc' } })
    expect(cut.map((step) => [step.phase, step.text])).toEqual([
      ['notes', ''],
      ['summarise', '12'],
    ])
    expect([cut.every((step) => (step.inputTokens ?? 0) > 0), calls.length]).toEqual([true, 2])
    expect((await left(b)).every((job) => job.endsWith('waiting'))).toBe(true)
    await a.jobs.tick()
    await serve(b, worker(b, 'b').tick())
    expect([await left(b), (await background(b)).every((row) => row._count._all === 2)]).toEqual([[], true])
    for (const h of [a, b]) await h.close()
  })

  it('are held on to while their calls take longer than a lease; one that was taken over ends', async () => {
    const { a, b } = await withJobs()
    const slow = a.jobs.tick()
    const calls = [await a.model.next(), await a.model.next()]
    const call = calls.find(({ name }) => name === 'turn_summary')
    const other = calls.find(({ name }) => name === 'turn_notes')
    for (let i = 0; i < 5; i++) {
      for (const h of [a, b]) h.runtime.advance(limits.jobs.leaseMs / 2)
      await a.jobs.tickLease()
    }
    await serve(b, worker(b, 'b').tick())
    expect(await left(b)).toEqual(['imported-summary running', 'notes running'])
    call?.say(SUMMARY).end()
    await until('the first is done', async () => (await left(b)).length === 1)
    await b.db.job.updateMany({ where: { status: 'running' }, data: { leaseOwner: 'somebody else' } })
    await a.jobs.tickLease()
    expect((await other?.result)?.aborted).toBe(true)
    await slow
    expect((await left(b))[0]).toMatch(/running$/)
    for (const h of [a, b]) await h.close()
  })

  it('are tried again when they fail, later, and hold no answer up', async () => {
    const { a, b } = await withJobs()
    let fails = 1
    const jobs = new Jobs({
      db: b.db,
      runtime: b.runtime,
      instanceId: 'b',
      log: b.deps.log,
      depsFor: async () => {
        if (fails-- > 0) throw new Error('no settings yet')
        return b.deps
      },
    })
    await serve(b, jobs.tick())
    expect(await left(b)).toHaveLength(1)
    const turn = await b.send('c', 'And then?', PLAIN)
    ;(await b.model.next()).say('Then this.').end()
    await b.runner.settled(turn.id)
    b.runtime.advance(limits.jobs.retryMs * 4)
    await serve(b, jobs.tick())
    expect(await left(b)).toEqual([])
    for (const h of [a, b]) await h.close()
  })

  it('of a deleted conversation wait without a call, and are done once it is brought back', async () => {
    const { a, b } = await withJobs()
    const { trashId } = await deleteConversation(a.caller, 'c')
    await a.jobs.tick()
    await breath()
    expect([await left(a), await background(a)]).toEqual([
      ['imported-facts waiting', 'imported-summary waiting', 'notes waiting', 'roll-up waiting'],
      [],
    ])
    await undoForget(a.caller, trashId)
    a.runtime.advance(limits.jobs.leaseMs + 1)
    await serve(a, a.jobs.tick())
    expect([await left(a), (await background(a)).map((row) => row.phase)]).toEqual([
      [],
      ['notes', 'summarise'],
    ])
    expect((await a.db.conversation.findFirst())?.title).toBe('A red boat')
    for (const h of [a, b]) await h.close()
  })

  it('of a conversation that was purged end without a call', async () => {
    const { a, b } = await withJobs()
    await deleteConversation(a.caller, 'c')
    a.runtime.advance(31_000)
    expect(await purgeTrash(a.db, a.runtime.now())).toBe(1)
    await a.jobs.tick()
    await breath()
    expect([await left(a), await background(a)]).toEqual([[], []])
    await until('A is idle', () => a.runner.active === 0)
    for (const h of [a, b]) await h.close()
  })
})
