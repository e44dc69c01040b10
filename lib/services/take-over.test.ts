// @module-tag full
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { FORGOTTEN_BLOB } from '@/lib/db/forget/forgotten'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { dropUnsourced, takeOver } from '@/lib/db/forget/take-over'
import { recallsOfTurns } from '@/lib/db/memory/recalls'
import { testDb } from '@/lib/db/testing'
import { holding } from '@/lib/db/testing-holding'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { turnPath } from '@/lib/db/turns/turns'
import { readContext, readTree } from '@/lib/memory/context/context'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { recall } from '@/lib/memory/recall/recall'
import { searchMemory } from '@/lib/memory/search/search'
import { countTokens } from '@/lib/model/tokens'
import { forgetOnce } from '@/lib/shared/once'
import { exported, importText } from '@/lib/transfer/testing-import'
import { forgetTurns, listForgotten, undoForget } from './forget/forget'
import { inspectTurn } from './turns/inspector'

/**
 * A database as the code of November 2026 wrote it. `trip` has 11 turns: tool calls on a file and on state,
 * thinking with a recall, turn 5 in the trash, turn 6 purged. `boat` has 5 turns and a branch at turn 3. One
 * conversation was imported and continued. No prompt, tool result or context says what it quotes.
 */
const FIXTURE = path.resolve(import.meta.dirname, '../db/fixtures/first-release.db.gz')
const IMPORTED = 'conv_i100000000000000000001'
const old = (number: number) => `turn_${String(number).padStart(20, '0')}`
const [FERRY, LOCKER, HIDING, LOOK, PORT] = [old(3), old(25), old(35), old(41), old(54)]
const [CATAMARAN, COLOUR, CODE, MORNING, STEPS, SIBLING] = [67, 77, 83, 90, 95, 100].map(old) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

const AT = new Date('2026-05-01T10:17:40.000Z')
let h: Hands
let folder = ''
let emptied = 0
const copies = () => path.join(folder, 'copies')
beforeEach(async () => {
  // Each test gets its own database with the same owner.
  forgetOnce('memory-index')
  folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-first-release-'))
  const file = path.join(folder, 'mneme.db')
  writeFileSync(file, gunzipSync(readFileSync(FIXTURE)))
  const url = `file:${file}`
  await migrate(url, { backups: null })
  const db = await openDb(url)
  emptied = await takeOver(db, copies(), AT)
  const owner = await db.user.findFirstOrThrow()
  h = await byHand({}, { url, ownerId: owner.id, prefix: 'new', db })
  h.runtime.advance(18 * 60_000)
})
afterEach(async () => {
  await h.close()
  rmSync(folder, { recursive: true, force: true })
})

const dtos = async (ids: string[]) =>
  turnDtos(h.db, h.ownerId, await Promise.all(ids.map((id) => h.turn(id))))
const found = async (text: string) =>
  (await searchMemory(h.db, h.ownerId, { text, kinds: ['message'] })).hits.map((hit) => hit.turnId)
const citations = async () =>
  (await h.db.citation.findMany({ orderBy: { turnId: 'asc' } })).map((row) => [row.turnId, row.refId])

describe('a database from before prompts had sources', () => {
  it('shows its turns with thinking, tool calls, branches and where text came from', async () => {
    const [port, look] = await dtos([PORT, LOOK])
    const [sibling] = await dtos([SIBLING])
    expect(port).toMatchObject({ status: 'completed', answer: 'The ferry leaves from Emden [turn 1].' })
    expect(port?.steps.map((step) => [step.phase, step.tools.map((tool) => tool.name)])).toEqual([
      ['think', ['recall_context']],
      ['think', []],
      ['act', []],
    ])
    expect(look?.steps.flatMap((step) => step.tools.map((tool) => tool.result))).toEqual(['(forgotten)'])
    expect(sibling?.siblings).toEqual([old(71), SIBLING])
    const tainted = await h.db.turn.findMany({ where: { tainted: true }, orderBy: { id: 'asc' } })
    expect(tainted.map((turn) => turn.id)).toEqual([MORNING, STEPS])
    expect(await citations()).toEqual([
      [PORT, FERRY],
      [COLOUR, old(8)],
      [CODE, LOCKER],
      [STEPS, old(62)],
    ])
  })

  it('opens in the inspector without prompts and tool results; recalls and lists of the workspace stay', async () => {
    const turn = await inspectTurn(h.db, h.ownerId, PORT)
    expect(turn.steps.map((step) => step.phase)).toEqual(['think', 'think', 'act'])
    expect(turn.steps.map((step) => step.text)).toContain('The ferry leaves from Emden [turn 1].')
    const texts = turn.texts.join('\n')
    expect([texts.includes('(forgotten)'), texts.includes('QX-5517-LM')]).toEqual([true, false])
    expect((await recallsOfTurns(h.db, h.ownerId, [COLOUR])).get(COLOUR)?.[0]?.recall.hits).toMatchObject([
      { kind: 'turn', turnId: CATAMARAN, conversationId: 'boat', excerpt: 'The catamaran Seabird is red.' },
    ])
    expect(await readContext(h.db, h.ownerId, { turnId: LOOK })).toMatchObject({
      turnNumber: 8,
      toolCalls: ['get_state'],
      fullContext: expect.stringContaining('## State\nbudget = 240 euros'),
    })
  })

  it('is copied whole first, for 30 days; every text without sources is gone then, once', async () => {
    expect(emptied).toBeGreaterThan(10)
    const [copy = ''] = readdirSync(copies())
    expect(copy).toBe('kept-until-2026-05-31.db')
    const kept = new Database(path.join(copies(), copy), { readonly: true })
    expect(kept.prepare('SELECT count(*) FROM "Step" WHERE "form" = 1').pluck().get()).toBe(emptied)
    kept.close()
    for (const part of ['-wal', '-shm']) rmSync(path.join(copies(), copy + part), { force: true })
    expect(await takeOver(h.db, copies(), AT)).toBe(0)
    expect(await dropUnsourced(h.db, AT)).toBe(0)
    await takeOver(h.db, copies(), new Date('2026-05-31T23:00:00.000Z'))
    expect(readdirSync(copies())).toEqual([copy])
    await takeOver(h.db, copies(), new Date('2026-06-01T01:00:00.000Z'))
    expect(readdirSync(copies())).toEqual([])
  })

  it('is taken over by the next start if the first one was killed, with one copy from before', async () => {
    const texts = await h.db.blob.count()
    await h.db.step.updateMany({ data: { form: 1 } })
    rmSync(copies(), { recursive: true })
    const { $transaction } = h.db
    Object.assign(h.db, { $transaction: () => Promise.reject(new Error('killed')) })
    await expect(takeOver(h.db, copies(), AT)).rejects.toThrow('killed')
    Object.assign(h.db, { $transaction })
    expect(await h.db.blob.count()).toBe(texts)
    expect(await takeOver(h.db, copies(), new Date(AT.getTime() + 86_400_000))).toBeGreaterThanOrEqual(
      emptied,
    )
    expect(readdirSync(copies())).toEqual(['kept-until-2026-05-31.db'])
  })

  it('stands in the graph with its links', async () => {
    const graph = await wholeMap(h.db, h.ownerId)
    const edges = graph.edges.map((edge) => `${edge.kind} ${edge.from} ${edge.to}`)
    expect(edges).toEqual(
      expect.arrayContaining([
        `recalled turn:${PORT} turn:${FERRY}`,
        `recalled turn:${COLOUR} turn:${CATAMARAN}`,
        `touched turn:${old(8)} file:trip:plan.md`,
        `branch turn:${CATAMARAN} turn:${SIBLING}`,
      ]),
    )
    expect(graph.nodes.filter((node) => node.id.includes(LOCKER))).toEqual([])
    expect(graph.conversations.map((one) => one.id).sort()).toEqual(['boat', IMPORTED, 'trip'])
  })

  it('is searched and recalled, also by a new turn, which its imported text taints', async () => {
    expect([await found('Emden'), await found('QX-5517-LM')]).toEqual([[FERRY, PORT], []])
    const path = await turnPath(h.db, h.ownerId, COLOUR)
    const request = { keywords: ['ferry', 'Emden'] }
    const { hits } = await recall(h.db, h.ownerId, {
      ...{ conversationId: 'trip', path, before: 99, request, limit: 3, countTokens, now: h.runtime.now() },
    })
    expect(hits.map((hit) => hit.turnId)).toContain(FERRY)
    h.deps.models = new ScriptedModels(({ user, exchanges }) => {
      if (exchanges.length || !user.includes('\nHow tall')) return { text: 'Noted.' }
      return { calls: [{ name: 'recall_context', args: { keywords: ['lighthouse', 'Borkum'] } }] }
    })
    const turn = await h.say('trip', 'How tall is it?', PLAIN)
    expect([turn.status, turn.number, turn.tainted]).toEqual(['completed', 12, true])
    expect((await readTree(h.db, h.ownerId, turn.id)).state).toMatchObject({ budget: '240 euros' })
  })

  it('brings back what was in its trash', async () => {
    const [entry] = await listForgotten(h.db, h.ownerId)
    await undoForget(h.caller, entry?.trashId ?? '')
    expect(await found('QX-5517-LM')).toEqual([LOCKER])
  })

  it('forgets its turns for good, and the proof names who repeats them', async () => {
    const range = { conversationId: 'trip', turnId: HIDING, from: 7, to: 7, files: false }
    await forgetTurns(h.caller, range)
    h.runtime.advance(31_000)
    expect(await purgeTrash(h.db, h.runtime.now())).toBe(2)
    const [hiding, locker, phone] = await listForgotten(h.db, h.ownerId)
    expect(hiding?.proof).toMatchObject({
      from: 7,
      counts: { turn: 1, 'workspace value': 1 },
      also: [],
      elsewhere: [],
    })
    expect(locker?.proof).toMatchObject({
      from: 5,
      // Others only quote that turn.
      also: [{ turnId: CODE, conversationId: 'boat' }],
    })
    expect(phone?.proof).toMatchObject({ from: 6, also: [], elsewhere: [] })
    expect([await holding(h.db, 'flowerpot'), await holding(h.db, '030-998877')]).toEqual([[], []])
    expect((await readTree(h.db, h.ownerId, COLOUR)).state).toEqual({ budget: '240 euros' })
    expect((await citations()).map(([from]) => from)).toEqual([PORT, COLOUR, STEPS])
    expect((await dtos([LOCKER]))[0]).toMatchObject({ status: 'forgotten', number: 5, userText: '' })
  })

  it('is exported with its old turns, and comes in elsewhere as it was', async () => {
    const text = await exported(h)
    expect([text.includes('leaves from Emden'), text.includes('My locker code')]).toEqual([true, false])
    const other = await testDb()
    expect(await importText(other, text)).toMatchObject({ added: 3, refused: 0 })
    const there = await turnDtos(other.db, other.ownerId, [
      await other.db.turn.findUniqueOrThrow({ where: { id: PORT } }),
    ])
    const here = await dtos([PORT])
    expect(there.map((turn) => [turn.answer, turn.steps.map((step) => step.text)])).toEqual(
      here.map((turn) => [turn.answer, turn.steps.map((step) => step.text)]),
    )
    await other.close()
  })

  it('comes in from an export of before without the prompts that have no sources', async () => {
    const text = (await exported(h)).replaceAll('"form":3', '"form":1')
    const other = await testDb()
    expect(await importText(other, text)).toMatchObject({ added: 3, refused: 0 })
    const { manifest } = await other.db.step.findFirstOrThrow({ where: { turnId: PORT } })
    expect(JSON.stringify(manifest)).toContain(FORGOTTEN_BLOB.hash)
    expect(await dropUnsourced(other.db, AT)).toBe(0)
    await other.close()
  })
})
