import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_COOKIE, cookieFor } from '@/lib/config/access'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { imageHash } from '@/lib/db/files/images'
import { addUploads } from '@/lib/db/files/workspace'
import { saveServer } from '@/lib/db/tool-servers'
import type { Service } from '@/lib/services/caller'
import { service } from '@/lib/services/service'
import { ERROR_CODES } from '@/lib/shared/errors'
import { pngOf } from '@/lib/shared/testing-images'
import { sentCookies } from '@/scripts/testing-headers'
import { runs } from '@/scripts/tier.mjs'
import { type Action, loadActions, loadRoutes, type Route, requestRoute } from '../testing-entry-points'
import {
  fresh,
  type Ids,
  IMPORTED_AT,
  OPEN,
  OPEN_ROUTES,
  OWN,
  OWN_ROUTES,
  REQUESTS,
  SAMPLES,
  TOKEN_ROUTES,
} from '../testing-samples'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-actions-'))
let running: Service
let db: Db

let actions = new Map<string, Action>()
let routes = new Map<string, Route>()
const askRoute = (name: string, ids: Ids) => requestRoute(routes, name, ids)

const as = (person: 'ann' | 'bob') => {
  sentCookies().set(ACCESS_COOKIE, cookieFor(env(), `token-of-${person}-000`) ?? '')
}
const call = async (name: string, input: unknown) => (actions.get(name) as Action)(input)

/** Every row of an owner, as text. */
async function rowsOf(ownerId: string): Promise<string> {
  const where = { where: { ownerId } }
  const tables = await Promise.all([
    db.conversation.findMany(where),
    db.conversationTag.findMany(where),
    db.turn.findMany(where),
    db.step.findMany(where),
    db.context.findMany(where),
    db.summary.findMany(where),
    db.upload.findMany(where),
    db.setting.findMany(where),
    db.secret.findMany(where),
    db.trash.findMany(where),
    db.graphPosition.findMany(where),
    db.fact.findMany(where),
    db.strategy.findMany(where),
    db.delta.findMany(where),
    db.accessToken.findMany(where),
    db.toolServer.findMany({ ...where, include: { tools: true } }),
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
  actions = await loadActions()
  routes = await loadRoutes()
})
afterAll(async () => {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The real actions, or a broken variant that the check must notice. */
type Caller = (name: string, input: unknown) => ReturnType<Action>
const missingIds = (ids: Ids) =>
  Object.fromEntries(Object.keys(ids).map((key) => [key, key === 'hash' ? 'f'.repeat(64) : fresh()])) as Ids

/** Actions that reveal or change something when given another user's ids. */
async function reaching(ids: Ids, ask: Caller): Promise<string[]> {
  const missing = missingIds(ids)
  const found: string[] = []
  for (const name of actions.keys()) {
    if (OWN.has(name) || OPEN.has(name)) continue
    const foreign = await ask(name, SAMPLES[name]?.(ids))
    // To startTurn a missing conversation is a new one.
    const same =
      name === 'startTurn' ||
      JSON.stringify(foreign) === JSON.stringify(await ask(name, SAMPLES[name]?.(missing)))
    if (foreign.ok || !same) found.push(name)
  }
  return found
}

/** Calls that accepted broken input without a typed error. */
async function taking(cases: unknown[], ask: Caller): Promise<string[]> {
  const found: string[] = []
  for (const name of actions.keys()) {
    if (OPEN.has(name) || SAMPLES[name]?.({} as Ids) === undefined) continue
    for (const input of cases) {
      // These read `{}` as "everything".
      if (
        ['listConversations', 'loadSettings', 'loadMap', 'loadCalls'].includes(name) &&
        isEmptyObject(input)
      )
        continue
      const result = await ask(name, input)
      const typed =
        !result.ok &&
        ERROR_CODES.includes(result.error?.code as never) &&
        result.error?.code !== 'internal' &&
        result.error?.message
      if (!typed)
        found.push(
          `${name} took ${JSON.stringify(input)?.slice(0, 200)}: ${JSON.stringify(result).slice(0, 200)}`,
        )
    }
  }
  return found
}

/** A value once for each text in it, with a sign after that text. */
function spoilt(value: unknown, sign: string): unknown[] {
  if (typeof value === 'string') return [value + sign]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    spoilt(inner, sign).map((one) =>
      Array.isArray(value)
        ? value.map((other, at) => (String(at) === key ? one : other))
        : { ...value, [key]: one },
    ),
  )
}

const nested = JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as unknown
const brokenInputs = (count: number) =>
  fc.sample(
    fc.oneof(
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
      fc.record({
        conversationId: fc.anything(),
        turnId: fc.anything(),
        clientMessageId: fc.anything(),
        text: fc.anything(),
        extra: fc.anything(),
      }),
    ),
    { numRuns: count, seed: 15 },
  )

/** A settled turn with a file, a waiting turn, a trashed conversation and an upload of Bob's. */
async function idsOfBob(): Promise<Ids> {
  as('bob')
  const start = async (conversationId: string, text: string) => {
    const turnId = fresh()
    const result = (await call('startTurn', { conversationId, turnId, clientMessageId: fresh(), text })) as {
      ok: boolean
      value: { stream: ReadableStream }
    }
    await result.value.stream.cancel()
    await running.runner.settled(turnId)
    return turnId
  }
  const conversationId = fresh()
  const turnId = await start(conversationId, 'write "bobs secret plan" to secret.md')
  await call('addTag', { conversationIds: [conversationId], tag: 'secret' })
  const other = fresh()
  await start(other, 'This goes to the trash.')
  await db.turn.updateMany({ where: { ownerId: 'bob' }, data: { importedAt: new Date(IMPORTED_AT) } })
  const trashed = (await call('deleteConversation', { conversationId: other })) as {
    value: { trashId: string }
  }
  const uploadId = fresh()
  const bytes = pngOf(8, 8)
  const image = { hash: imageHash(bytes), mediaType: 'image/png', bytes }
  const info = { mediaType: 'image/png' as const, width: 8, height: 8 }
  await addUploads(db, 'bob', conversationId, [{ id: uploadId, path: 'u.png', image, info }], new Date())
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
  await call('addFact', { subject: 'user', predicate: 'bobs secret', object: 'a plan' })
  const fact = await db.fact.findFirstOrThrow({ where: { ownerId: 'bob', predicate: 'bobs secret' } })
  const added = await call('addStrategy', {
    ...{
      section: 'heu',
      kind: 'guardrail',
      title: 'Bobs secret',
      description: '',
      content: 'Keep the plan.',
    },
    ...{ tags: [], domain: '' },
  })
  const learned = added as { value: { groupId: string } }
  const strategy = await db.strategy.findFirstOrThrow({ where: { ownerId: 'bob', title: 'Bobs secret' } })
  const { id: jobId } = await db.job.upsert({
    where: { id: 'job_bob' },
    create: {
      ...{
        id: 'job_bob',
        ownerId: 'bob',
        kind: 'consolidate',
        key: 'bob',
        payload: {},
        runAfter: new Date(),
      },
      ...{ status: 'failed', error: { code: 'internal', message: 'bobs secret' } },
    },
    update: {},
  })
  const made = (await call('createToken', { name: 'Bobs secret', life: 'year', may: ['read'] })) as {
    value: { token: { id: string } }
  }
  const serverId = 'server_bob'
  if ((await db.toolServer.count({ where: { id: serverId } })) === 0)
    await saveServer(db, {
      ...{
        id: serverId,
        ownerId: 'bob',
        name: 'Bobs secret',
        place: 'https://127.0.0.1:9',
        createdAt: new Date(),
      },
      tools: [{ name: 'secret', description: '', schema: {}, use: 'ask' }],
    })
  const touch = await db.fileTouch.findFirstOrThrow({ where: { turnId, toHash: { not: null } } })
  return {
    conversationId,
    turnId,
    queuedId,
    trashId: trashed.value.trashId,
    uploadId,
    hash: touch.toHash ?? '',
    nodeId: turnId,
    stepId: '',
    factId: fact.id,
    strategyId: strategy.id,
    groupId: learned.value.groupId,
    jobId,
    tokenId: made.value.token.id,
    serverId,
  }
}

const NOBODYS: Ids = {
  conversationId: 'c',
  turnId: 't',
  queuedId: 'q',
  trashId: 'x',
  uploadId: 'u',
  hash: 'f'.repeat(64),
  nodeId: 'n',
  stepId: 's',
  factId: 'f',
  strategyId: 's',
  groupId: 'g',
  jobId: 'j',
  tokenId: 'k',
  serverId: 'v',
}
describe('every action and route', () => {
  it('is covered here: none is left out when one is added', () => {
    expect([...actions.keys()].filter((name) => !SAMPLES[name])).toEqual([])
    expect([...routes.keys()].filter((name) => !REQUESTS[name] && !OPEN_ROUTES.has(name))).toEqual([])
    expect(routes.size).toBeGreaterThanOrEqual(4)
  })

  it('answers "not found" for every id of somebody else, the same as for a missing one, and changes no row', async () => {
    const ids = await idsOfBob()
    const before = await rowsOf('bob')
    as('ann')
    expect(await reaching(ids, call)).toEqual([])
    for (const name of Object.keys(REQUESTS)) {
      const [foreign, missing] = [await askRoute(name, ids), await askRoute(name, missingIds(ids))]
      if (OWN_ROUTES.has(name)) continue
      // To an upload a missing conversation is a new one.
      if (name === 'POST files') expect({ name, status: foreign.status }).toEqual({ name, status: 404 })
      else {
        const status = TOKEN_ROUTES.has(name) ? 401 : 404
        expect({ name, ...foreign }).toEqual({ name, ...missing, status })
      }
    }
    expect(await rowsOf('bob')).toBe(before)
  })

  it('would be noticed to look at no owner (control)', { tags: 'full' }, async () => {
    const ids = await idsOfBob()
    const found = await reaching(ids, (name, input) => {
      as(/^(load|read)/.test(name) ? 'bob' : 'ann')
      return call(name, input)
    })
    as('bob')
    expect(found).toEqual(
      expect.arrayContaining(['loadTurns', 'loadTurn', 'readWorkspaceFile', 'loadInspector', 'loadMap']),
    )
    expect((await askRoute('GET turns/[id]/events', ids)).status).toBe(200)
    expect((await askRoute('GET images/[id]', ids)).status).toBe(200)
  })

  it('refuses everything without a proof of the token', async () => {
    sentCookies().set(ACCESS_COOKIE, 'bob.forged')
    for (const name of actions.keys()) {
      if (OPEN.has(name)) continue
      const result = await call(name, SAMPLES[name]?.(NOBODYS))
      expect({ name, code: result.error?.code }).toEqual({ name, code: 'unauthorised' })
    }
    for (const name of Object.keys(REQUESTS))
      expect({ name, status: (await askRoute(name, NOBODYS)).status }).toEqual({ name, status: 401 })
  })

  it('answers 500 broken inputs with a typed error and writes nothing', async () => {
    as('ann')
    await call('loadProvider', undefined)
    const before = await rowsOf('ann')
    expect(await taking(brokenInputs(runs(500)), call)).toEqual([])
    expect(await rowsOf('ann')).toBe(before)
  })

  it('names the field of a text that cannot be stored, or stores it without that, wherever it stands', async () => {
    const ids = await idsOfBob()
    as('bob')
    const poisoned = ['\0', '\ud800', '\u{e0041}', '\u202e'].flatMap((sign) =>
      [...actions.keys()].flatMap((name) =>
        OPEN.has(name) ? [] : spoilt(SAMPLES[name]?.(ids), sign).map((input) => ({ name, input })),
      ),
    )
    expect(poisoned.length).toBeGreaterThan(400)
    const failed: unknown[] = []
    for (const { name, input } of poisoned) {
      const result = await call(name, input)
      if (!result.ok && result.error?.code === 'internal') failed.push({ name, input, result })
    }
    expect(failed).toEqual([])
    expect(await rowsOf('bob')).not.toMatch(/\\u0000|\\ud800|\u202e|\u{e0041}/u)
  })

  it.each([
    ['renameConversation', { conversationId: 'c', title: 'a\0' }, 'Title'],
    ['rateAnswer', { turnId: 't', feedback: { value: -1, reason: '\ud800' } }, 'Reason'],
    ['savePositions', [{ node: 'a\0', x: 1, y: 1 }], 'Node'],
    ['saveSetting', { scope: 'user', key: 'instructions.person', value: 'a\0' }, 'The instruction text'],
    [
      'saveSetting',
      { scope: 'user', key: 'prices', value: { 'a\ud800': { input: 1, output: 1 } } },
      'The name of a model',
    ],
    ['saveProvider', { baseUrl: null, fastModel: 'a\0' }, 'The name of the model'],
    ['forgetFile', { conversationId: 'c', path: 'a\0.md' }, 'Path'],
    ['addTag', { conversationIds: ['c'], tag: 'a\ud800' }, 'Tag'],
    ['listConversations', { query: 'a\0' }, 'Query'],
    ['addFact', { subject: 'user', predicate: 'owns', object: 'a\0' }, 'Object'],
  ])('%s names what cannot be stored: %j', async (name, input, field) => {
    as('ann')
    expect((await call(name, input)).error).toEqual({
      code: 'invalid',
      message: `${field} contains characters that cannot be stored, such as NUL. Remove them and try again.`,
    })
  })

  it('would be noticed to pass a broken input on, or to fail without words (control)', async () => {
    expect(await taking(brokenInputs(2), async () => ({ ok: true, value: null }))).not.toEqual([])
    expect(
      await taking(brokenInputs(2), async () => ({
        ok: false,
        error: { code: 'internal', message: 'x is not a function' },
      })),
    ).not.toEqual([])
  })
})

const isEmptyObject = (input: unknown) =>
  input === undefined ||
  (typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input) &&
    Object.values(input).every((value) => value === undefined))
