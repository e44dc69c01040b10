/** @module-tag full */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byHand, otherProcess, PLAIN, until } from '@/lib/agent/testing-hands'
import { type Db, openDb } from '@/lib/db/engine/client'
import { migratedPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'
import { readLog } from '@/lib/db/turns/events'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { noted } from '@/lib/jobs/learning/testing-learning'
import { Jobs } from '@/lib/jobs/worker'
import { retryTurn } from '@/lib/services/turns/turns'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import { foldEvents } from '@/lib/shared/turn/live'

const ENOUGH = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }
const LOOK = { name: 'recall_context', args: { keywords: ['boat'] } }
const WRITE = {
  name: 'write_file',
  args: { path: 'boat.md', text: 'The boat is red. \u00e4 \u4e2d \u{1f600}' },
}

describe('a turn on PostgreSQL', () => {
  let server: PostgresDatabase
  let db: Db
  const ownerId = 'anna'
  beforeAll(async () => {
    server = await migratedPostgres()
    db = await openDb(server.url)
    await db.user.create({ data: { id: ownerId, createdAt: new Date() } })
  })
  afterAll(async () => {
    await db?.$disconnect()
    await server?.stop()
  })
  const runner = (name: string, over = {}) =>
    byHand(
      { instance: { id: `inst_${name}`, host: 'here', pid: 1 }, ...over },
      { url: server.url, ownerId, prefix: name, db },
    )

  it('thinks, recalls, uses tools and is the same from its log as from its rows', async () => {
    const h = await runner('p')
    const first = await h.send('c', 'My boat is red.', PLAIN)
    ;(await h.model.next()).say('Noted.').end()
    await h.runner.settled(first.id)
    const turn = await h.send('c', 'What is my boat?', { windowSize: 0 })
    ;(await h.model.next()).say('I must look it up.').end({ calls: [LOOK] })
    ;(await h.model.next()).say('Found.').end({ calls: [ENOUGH] })
    ;(await h.model.next()).say('I write it down.').end({ calls: [WRITE] })
    ;(await h.model.next()).say('It is ').say('red.').end()
    await h.runner.settled(turn.id)
    expect(h.logs).toEqual([])
    const [dto] = await turnDtos(db, ownerId, [await h.turn(turn.id)])
    const log = foldEvents(
      { steps: [] as StepDto[] } as TurnDto,
      (await readLog(db, turn.id, 1)).map((frame) => frame.event),
    )
    expect([dto?.status, dto?.answer, dto?.steps[0]?.recalls[0]?.hits.length]).toEqual([
      'completed',
      'I write it down.\n\nIt is red.',
      1,
    ])
    expect([log.answer, log.steps, log.thinking, log.window]).toEqual([
      dto?.answer,
      dto?.steps,
      dto?.thinking,
      dto?.window,
    ])
    expect(dto?.steps[2]?.tools[0]?.args).toEqual(WRITE.args)
  })

  it('is stopped, tried again, taken over from a dead process and refused to a zombie', async () => {
    const a = await runner('q')
    const b = await otherProcess(a, 'b', { isAlive: () => false })
    const turn = await a.send('d', 'Tell me.', PLAIN)
    ;(await a.model.next()).say('Half')
    await b.runner.stop(ownerId, turn.id)
    await a.runner.tickFast()
    await a.runner.settled(turn.id)
    expect(await a.turn(turn.id)).toMatchObject({ status: 'stopped', answer: 'Half', error: null })
    await retryTurn(a.caller, turn.id)
    const call = await a.model.next()
    call.say('Once more')
    a.runner.entry(turn.id)?.log.flushBuffer()
    await a.runner.flush()
    await a.runner.tickLease()
    await b.runner.tickSweep()
    expect(await a.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'Once more', attempt: 2 })
    call.say(' and more').end()
    await a.runner.settled(turn.id)
    expect(await a.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'Once more' })
  })

  it('leaves jobs that are done once, side by side', async () => {
    const h = await runner('r')
    h.model.offline = false
    const turn = await h.send('e', 'My boat is red.')
    await h.model.serve(
      (call) =>
        call
          .say(call.name ? JSON.stringify(noted({ summary: 'A red boat.' })) : 'Fine.')
          .end({ calls: call.name ? [] : [ENOUGH] }),
      h.runner.settled(turn.id),
    )
    h.runtime.advance(1_000)
    await h.model.serve(
      (call) => call.say(JSON.stringify(noted({ summary: 'A red boat.' }))).end(),
      h.jobs.tick(),
    )
    await until('A is idle', () => h.runner.active === 0)
    expect(
      await db.job.count({ where: { ownerId, status: { not: 'done' }, key: { contains: turn.id } } }),
    ).toBe(0)
    expect((await db.step.findMany({ where: { turnId: turn.id, phase: 'notes' } })).length).toBe(1)
  })

  it('leaves a job with the server that does it, though the clock of another is ahead', async () => {
    const a = await runner('s')
    a.model.offline = false
    const turn = await a.send('f', 'My boat is red.', PLAIN)
    ;(await a.model.next()).say('Noted.').end()
    await a.runner.settled(turn.id)
    a.runtime.advance(1_000)
    const slow = a.jobs.tick()
    const call = await a.model.next()
    const b = await otherProcess(a, 'c')
    b.runtime.advance(600_000)
    const taken: string[] = []
    await new Jobs({
      ...{ db, runtime: b.runtime, instanceId: 'b', log: b.deps.log },
      depsFor: async ({ kind, key }) => {
        if (key.includes(turn.id)) taken.push(kind)
        return b.deps
      },
    }).tick()
    expect(taken).toEqual([])
    call.say(JSON.stringify(noted({ summary: 'A red boat.' }))).end()
    await slow
    expect(
      (await db.job.findMany({ where: { key: { contains: turn.id }, kind: 'notes' } }))[0],
    ).toMatchObject({
      ...{ status: 'done', attempts: 1 },
    })
  })
})
