/** @module-tag full */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAiServer, sendError, serveOpenAi } from '@/e2e/support/openai-server'
import { type Script, ScriptedModel } from '@/e2e/support/scripted-model'
import { type Db, openDb } from '@/lib/db/engine/client'
import { migratedPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'
import { appendLogOps, logRow, readLog } from '@/lib/db/turns/events'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { noted } from '@/lib/jobs/learning/testing-learning'
import { configAt, testModels } from '@/lib/model/testing'
import { harness } from './testing'
import { PLAIN } from './testing-hands'

/** Neither JSON nor text columns of PostgreSQL take these. */
const BAD = 'bo\0at \ud800 \udc00'
const CLEAN = 'bo\ufffdat \ufffd \ufffd'
const ENOUGH = { name: 'continue_thinking', args: { continueThinking: false, reason: BAD, nextFocus: BAD } }

describe('characters that PostgreSQL cannot store, from a model', () => {
  let pg: PostgresDatabase
  let db: Db
  let server: OpenAiServer | undefined
  let count = 0
  beforeAll(async () => {
    pg = await migratedPostgres()
    db = await openDb(pg.url)
  })
  afterAll(async () => {
    await db?.$disconnect()
    await pg?.stop()
  })
  afterEach(() => server?.close())

  async function talking(script: Script, fault: Parameters<typeof serveOpenAi>[0]['fault'] | null = null) {
    const prefix = `u${++count}`
    await db.user.create({ data: { id: prefix, createdAt: new Date() } })
    server = await serveOpenAi({ model: new ScriptedModel(script), ...(fault ? { fault } : {}) })
    const h = await harness(() => ({}), {}, { db, url: pg.url, ownerId: prefix, prefix })
    h.deps.models = testModels(configAt(server.url, 'chat')).models
    return h
  }
  const messages = (h: Awaited<ReturnType<typeof talking>>) => h.logs.map((entry) => entry.message)

  it('cost nothing when they stand in arguments of tools: the answer and every step are stored', async () => {
    const h = await talking((_, call) => {
      if (call === 0)
        return { calls: [{ name: 'recall_context', args: { keywords: [BAD], contextIds: [BAD] } }] }
      if (call === 1) return { calls: [ENOUGH] }
      if (call === 2)
        return {
          calls: [
            { name: `no ${BAD}`, args: { [BAD]: BAD } },
            { name: 'write_file', args: { path: 'a.md', text: BAD } },
            { name: 'recall_context', args: { keywords: [BAD] } },
          ],
        }
      return { text: `It is ${BAD}.` }
    })
    const turn = await h.say(`c${count}`, 'Red boats')
    expect([turn.status, turn.answer]).toEqual(['completed', `It is ${CLEAN}.`])
    expect(messages(h)).toEqual([])
    const [dto] = await turnDtos(db, h.ownerId, [turn])
    expect(dto?.steps[0]?.recalls[0]?.request).toEqual({ keywords: [CLEAN], contextIds: [CLEAN] })
    expect(dto?.steps[1]?.decision?.reason).toBe(CLEAN)
    expect(JSON.stringify(dto)).not.toMatch(/\\u0000|\\ud800|\\udc00/)
  })

  it('nor in the words of an error', async () => {
    const h = await talking([], (_, __, response) => {
      sendError(response, 400, `This is not ${BAD}`)
      return true
    })
    const turn = await h.say(`c${count}`, 'Red boats', PLAIN)
    expect(turn.status).toBe('failed')
    expect((turn.error as { said?: string }).said).toContain('bo\ufffdat')
    expect(messages(h)).toEqual([])
  })

  it('nor in what a job gets back', async () => {
    const h = await talking((options) => ({
      text: options.responseFormat ? JSON.stringify(noted({ title: `My ${BAD}` })) : 'Yes.',
    }))
    await h.say(`c${count}`, 'Red boats', PLAIN)
    await h.jobs.tick()
    const jobs = await db.job.findMany({ where: { ownerId: h.ownerId, kind: 'notes' } })
    expect(jobs.map(({ status, attempts }) => [status, attempts])).toEqual([['done', 1]])
    const [conversation] = await db.conversation.findMany({ where: { ownerId: h.ownerId } })
    expect(conversation?.title).toContain('bo\ufffdat')
  })

  it('nor in any frame of the log, whatever wrote it', async () => {
    const h = await talking([{ text: 'Yes.' }])
    const turn = await h.say(`c${count}`, 'Red boats', PLAIN)
    const notice = { type: 'notice', step: 0, text: BAD } as const
    await db.$transaction(appendLogOps(db, [logRow(turn.id, { attempt: 9, seq: 1, event: notice })]))
    expect(await readLog(db, turn.id, 9)).toMatchObject([{ event: { text: CLEAN } }])
  })
})
