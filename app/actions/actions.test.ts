import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Service, service } from '@/lib/agent/service'
import { ACCESS_COOKIE, cookieFor } from '@/lib/config/access'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import type { Db } from '@/lib/db/client'
import { ERROR_CODES } from '@/lib/shared/errors'

// The request's own context is Next's; everything behind it is real.
let cookie = ''
const jar = new Map<string, string>()
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: (name: string) => (name === ACCESS_COOKIE && cookie ? { value: cookie } : undefined), set: (name: string, value: string) => jar.set(name, value) }),
  headers: async () => new Headers(),
}))

type Action = (input?: unknown) => Promise<{ ok: boolean; error?: { code: string; message: string }; value?: unknown }>
const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-actions-'))
const actions = new Map<string, Action>()
let running: Service
let db: Db

/** Who may be called without an owner. */
const OPEN = new Set(['signIn'])
/** For each action, its input made of somebody's ids; a new action without a row here fails the test. */
type Ids = { conversationId: string; turnId: string; queuedId: string; trashId: string; uploadId: string; hash: string; nodeId: string; stepId: string }
const fresh = () => `x${crypto.randomUUID()}`
const SAMPLES: Record<string, (ids: Ids) => unknown> = {
  startTurn: (ids) => ({ conversationId: ids.conversationId, turnId: fresh(), clientMessageId: fresh(), text: 'Hello there' }),
  stopTurn: (ids) => ({ turnId: ids.turnId }),
  retryTurn: (ids) => ({ turnId: ids.turnId }),
  editTurn: (ids) => ({ turnId: ids.turnId, newTurnId: fresh(), clientMessageId: fresh(), text: 'Edited' }),
  regenerateTurn: (ids) => ({ turnId: ids.turnId, newTurnId: fresh(), clientMessageId: fresh() }),
  releaseQueue: (ids) => ({ conversationId: ids.conversationId }),
  editQueued: (ids) => ({ turnId: ids.queuedId, text: 'Edited' }),
  discardQueued: (ids) => ({ turnId: ids.queuedId }),
  loadTurns: (ids) => ({ conversationId: ids.conversationId }),
  loadTurn: (ids) => ({ turnId: ids.turnId }),
  selectBranch: (ids) => ({ turnId: ids.turnId }),
  listConversations: () => ({}),
  renameConversation: (ids) => ({ conversationId: ids.conversationId, title: 'Mine now' }),
  pinConversation: (ids) => ({ conversationId: ids.conversationId, pinned: true }),
  deleteConversation: (ids) => ({ conversationId: ids.conversationId }),
  undoDelete: (ids) => ({ trashId: ids.trashId }),
  startSample: () => undefined,
  loadWorkspace: (ids) => ({ conversationId: ids.conversationId, turnId: ids.turnId }),
  readWorkspaceFile: (ids) => ({ conversationId: ids.conversationId, hash: ids.hash }),
  fileVersions: (ids) => ({ conversationId: ids.conversationId, path: 'secret.md' }),
  removeUpload: (ids) => ({ uploadId: ids.uploadId }),
  loadProvider: () => undefined,
  saveProvider: () => ({ baseUrl: null, offline: true }),
  forgetKey: () => undefined,
  resetProvider: () => undefined,
  testProvider: () => ({ baseUrl: 'http://127.0.0.1:9/v1' }),
  loadSettings: (ids) => ({ conversationId: ids.conversationId }),
  saveSetting: (ids) => ({ scope: ids.conversationId, key: 'window.size', value: 3 }),
  pollChanges: () => ({ rev: 0 }),
  signIn: () => ({ token: 'wrong-token-xyz' }),
  loadGraph: (ids) => ({ conversationId: ids.conversationId }),
  loadNode: (ids) => ({ id: ids.nodeId }),
  findTurns: (ids) => ({ conversationId: ids.conversationId, text: 'secret' }),
  resetPositions: () => ({ view: 'time:all' }),
  savePositions: (ids) => ({ view: 'time', positions: [{ node: ids.nodeId, x: 1, y: 2 }] }),
  loadUsage: (ids) => ({ conversationId: ids.conversationId }),
  loadInspector: (ids) => ({ turnId: ids.turnId }),
  loadCalls: (ids) => ({ conversationId: ids.conversationId }),
  loadTrajectory: (ids) => ({ turnId: ids.turnId }),
}
/** Actions without anybody's id in their input: they may succeed, on one's own data only. */
const OWN = new Set([
  'listConversations',
  'startSample',
  'loadProvider',
  'saveProvider',
  'forgetKey',
  'resetProvider',
  'testProvider',
  'pollChanges',
  'signIn',
  'savePositions',
  'resetPositions',
])

const as = (person: 'ann' | 'bob') => {
  cookie = cookieFor(env(), `token-of-${person}-000`) ?? ''
}
const call = async (name: string, input: unknown) => (actions.get(name) as Action)(input)

/** Every row of an owner, as text. */
async function rowsOf(ownerId: string): Promise<string> {
  const where = { where: { ownerId } }
  const tables = await Promise.all([
    db.conversation.findMany(where),
    db.turn.findMany(where),
    db.step.findMany(where),
    db.context.findMany(where),
    db.summary.findMany(where),
    db.upload.findMany(where),
    db.setting.findMany(where),
    db.secret.findMany(where),
    db.trash.findMany(where),
    db.graphPosition.findMany(where),
  ])
  return JSON.stringify(tables)
}

beforeAll(async () => {
  const parsed = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: `file:${folder}/mneme.db`,
    MNEME_DATA_DIR: folder,
    MNEME_OFFLINE_DELAY_MS: '0',
    MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000,bob:token-of-bob-000',
    MNEME_SECRET: 'a secret for the tests only',
  })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  setEnv(parsed.env)
  running = await service()
  db = running.db
  for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.includes('.test.') && name !== 'act.ts')) {
    const module = (await import(/* @vite-ignore */ path.join(import.meta.dirname, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) if (typeof value === 'function') actions.set(name, value as Action)
  }
})
afterAll(async () => {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A settled turn with a file, a waiting turn, a trashed conversation and an upload of Bob's. */
async function idsOfBob(): Promise<Ids> {
  as('bob')
  const start = async (conversationId: string, text: string) => {
    const turnId = fresh()
    const result = (await call('startTurn', { conversationId, turnId, clientMessageId: fresh(), text })) as { ok: boolean; value: { stream: ReadableStream } }
    await result.value.stream.cancel()
    await running.runner.settled(turnId)
    return turnId
  }
  const conversationId = fresh()
  const turnId = await start(conversationId, 'write "bobs secret plan" to secret.md')
  const other = fresh()
  await start(other, 'This goes to the trash.')
  const trashed = (await call('deleteConversation', { conversationId: other })) as { value: { trashId: string } }
  await db.upload.create({ data: { id: 'upload_of_bob', ownerId: 'bob', conversationId, path: 'u.md', hash: 'h', bytes: 1 } })
  const parent = await db.turn.findUniqueOrThrow({ where: { id: turnId } })
  const queuedId = fresh()
  await db.turn.update({ where: { id: turnId }, data: { status: 'stopped' } })
  await db.turn.create({
    data: {
      id: queuedId,
      ownerId: 'bob',
      conversationId,
      branchId: parent.branchId,
      number: 2,
      parentId: turnId,
      clientMessageId: fresh(),
      status: 'queued',
      userText: 'waits',
      attachments: [],
      options: {},
      createdAt: new Date(),
    },
  })
  const touch = await db.fileTouch.findFirstOrThrow({ where: { turnId, toHash: { not: null } } })
  return { conversationId, turnId, queuedId, trashId: trashed.value.trashId, uploadId: 'upload_of_bob', hash: touch.toHash ?? '', nodeId: turnId, stepId: '' }
}

describe('every action', () => {
  it('is covered here: none is left out when one is added', () => {
    expect([...actions.keys()].filter((name) => !SAMPLES[name])).toEqual([])
  })

  it('answers "not found" for every id of somebody else, the same as for a missing one, and changes no row (promise 14)', async () => {
    const ids = await idsOfBob()
    const before = await rowsOf('bob')
    as('ann')
    const missing = Object.fromEntries(Object.keys(ids).map((key) => [key, key === 'hash' ? 'f'.repeat(64) : fresh()])) as Ids
    for (const name of actions.keys()) {
      if (OWN.has(name) || OPEN.has(name)) continue
      const foreign = await call(name, SAMPLES[name]?.(ids))
      expect({ name, ok: foreign.ok }).toEqual({ name, ok: false })
      if (name === 'startTurn') continue // a missing conversation is a new one
      expect({ name, ...foreign }).toEqual({ name, ...(await call(name, SAMPLES[name]?.(missing))) })
    }
    expect(await rowsOf('bob')).toBe(before)
  })

  it('refuses everything without a proof of the token', async () => {
    cookie = 'bob.forged'
    for (const name of actions.keys()) {
      if (OPEN.has(name)) continue
      const result = await call(
        name,
        SAMPLES[name]?.({ conversationId: 'c', turnId: 't', queuedId: 'q', trashId: 'x', uploadId: 'u', hash: 'f'.repeat(64), nodeId: 'n', stepId: 's' }),
      )
      expect({ name, code: result.error?.code }).toEqual({ name, code: 'unauthorised' })
    }
  })

  it('answers 500 broken inputs with a typed error and writes nothing (promise 15)', async () => {
    as('ann')
    await call('loadProvider', undefined)
    const before = await rowsOf('ann')
    const nested = JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as unknown
    const hostile = fc.oneof(
      fc.anything({ maxDepth: 2 }),
      fc.constantFrom(
        null,
        0,
        true,
        '',
        [],
        'x'.repeat(200_000),
        nested,
        { __proto__: { admin: true } },
        JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":1}}'),
        '\0',
        '\ud800',
        { turnId: '\0' },
        { conversationId: '../../etc' },
        { text: '\ud800' },
      ),
      fc.record({ conversationId: fc.anything(), turnId: fc.anything(), clientMessageId: fc.anything(), text: fc.anything(), extra: fc.anything() }),
    )
    const cases = fc.sample(hostile, { numRuns: 500, seed: 15 })
    for (const name of actions.keys()) {
      if (OPEN.has(name)) continue
      const takesNothing = SAMPLES[name]?.({} as Ids) === undefined
      for (const input of cases) {
        if (takesNothing && name !== 'x') break
        // `{}` is what these two mean by "everything".
        if (['listConversations', 'loadSettings', 'loadGraph', 'loadUsage', 'loadCalls'].includes(name) && isEmptyObject(input)) continue
        const result = await call(name, input)
        if (result.ok || !ERROR_CODES.includes(result.error?.code as never) || result.error?.code === 'internal' || !result.error?.message)
          throw new Error(`${name} took ${JSON.stringify(input)?.slice(0, 200)}: ${JSON.stringify(result).slice(0, 200)}`)
      }
    }
    expect(await rowsOf('ann')).toBe(before)
  }, 120_000)
})

const isEmptyObject = (input: unknown) =>
  input === undefined || (typeof input === 'object' && input !== null && !Array.isArray(input) && Object.values(input).every((value) => value === undefined))
