import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytesHold, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { type Db, openDb, sqliteFile } from '@/lib/db/engine/client'
import { backUp } from '@/lib/db/engine/storage/backup'
import { setStorage } from '@/lib/db/engine/storage/storage'
import { clientKey, isForgottenKey } from '@/lib/db/forget/forgotten-keys'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreTrash } from '@/lib/db/forget/trash'
import { listTrashed } from '@/lib/db/forget/trash-list'
import { testRuntime } from '@/lib/db/testing'
import { holding } from '@/lib/db/testing-holding'
import { listConversations } from '@/lib/db/turns/conversations'
import { forgetOnce } from '@/lib/shared/once'
import { deleteConversation, forgetFile, forgetTurns, undoForget } from './forget'
import { replayForgotten } from './replay-forgotten'

let h: Talk
let backups = ''
let since = new Date()
let words: string[] = []
/** Turn 2 writes a word to a file, and turn 3 recalls turn 1. Another conversation has a word of its own. */
beforeEach(async () => {
  h = await talker()
  backups = mkdtempSync(path.join(os.tmpdir(), 'mneme-replay-'))
  setStorage(h.db, { backups, memoryOnly: null })
  words = [secretWord(), secretWord(), secretWord()]
  await h.tell('c', `The word of turn 1 is ${words[0]}.`)
  await h.tell('c', `file notes.md the ${words[1]} is in a file`)
  await h.tell('c', 'recall 1')
  await h.tell('d', `Here it is ${words[2]}.`)
  since = h.runtime.now()
  const live = new Database(sqliteFile(h.url))
  await backUp(live, backups, 'daily', since)
  live.close()
})
afterEach(async () => {
  setEnv(undefined)
  await h.close()
  rmSync(backups, { recursive: true, force: true })
})

const purge = async () => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now())
}
const turn = (number: number) => ({ conversationId: 'c', from: number, to: number, files: false })
const record = () => readFileSync(path.join(backups, 'forgotten.jsonl'), 'utf8')

/** The words that are left in a restored copy of the backup, by table and in its bytes. */
async function leftAfterRestoring(
  replay = true,
  look?: (db: Db, now: Date) => Promise<unknown>,
): Promise<[string[], boolean][]> {
  const [name] = [`${since.toISOString().replace(/[:.]/g, '-')}-daily.db`]
  const file = path.join(backups, 'restored.db')
  copyFileSync(path.join(backups, name), file)
  forgetOnce('memory-index')
  const db: Db = await openDb(`file:${file}`)
  const runtime = testRuntime('2026-05-01T12:00:00.000Z')
  const restored = { ...runtime, id: (prefix: string) => `again_${runtime.id(prefix)}` }
  if (replay) await replayForgotten({ db, runtime: restored }, backups, since, null)
  await look?.(db, restored.now())
  const tables = await Promise.all(words.map((word) => holding(db, word)))
  await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
  await db.$disconnect()
  return words.map((word, i) => [tables[i] ?? [], bytesHold(file, word)])
}
const PURGED = [[], false]
const HERE = [expect.arrayContaining(['Blob']), true]

describe('a restored backup', () => {
  it('has nothing of a turn that was forgotten since, and still has the rest', async () => {
    await forgetTurns(h.caller, turn(1))
    await purge()
    expect(await leftAfterRestoring()).toEqual([PURGED, HERE, HERE])
  })

  it('has nothing of what another machine recorded, in a file next to this one', {
    tags: 'full',
  }, async () => {
    await forgetTurns(h.caller, turn(1))
    await purge()
    renameSync(path.join(backups, 'forgotten.jsonl'), path.join(backups, 'forgotten-b.jsonl'))
    expect(await leftAfterRestoring()).toEqual([PURGED, HERE, HERE])
  })

  it('would bring it back without the record (control)', { tags: 'full' }, async () => {
    await forgetTurns(h.caller, turn(1))
    await purge()
    expect(await leftAfterRestoring(false)).toEqual([HERE, HERE, HERE])
  })

  it('has nothing of what was still in the trash, unless that was undone', { tags: 'full' }, async () => {
    await forgetTurns(h.caller, turn(1))
    const { trashId } = await deleteConversation(h.caller, 'd')
    await undoForget(h.caller, trashId)
    expect(await leftAfterRestoring()).toEqual([PURGED, HERE, HERE])
  })

  it('keeps a deleted conversation in the trash for the days it had left', { tags: 'full' }, async () => {
    testingEnv()
    const { trashId } = await deleteConversation(h.caller, 'd')
    const ends = (db: Db) => db.trash.findMany({ select: { id: true, purgeAt: true } })
    const kept = await ends(h.db)
    const left = await leftAfterRestoring(true, async (db, now) => {
      expect([await ends(db), await listTrashed(db, h.ownerId, now)]).toMatchObject([kept, [{ trashId }]])
      expect(await listConversations(db, h.ownerId, {})).toHaveLength(1)
      await restoreTrash(db, h.ownerId, trashId)
      expect(await listConversations(db, h.ownerId, {})).toHaveLength(2)
    })
    expect([kept.length, left]).toEqual([1, [HERE, HERE, HERE]])
  })

  it('has what was in the trash when it was made and was restored since, also if that was forgotten again', async () => {
    const { trashId } = await deleteConversation(h.caller, 'd')
    const first = await forgetTurns(h.caller, turn(1))
    since = h.runtime.now()
    const live = new Database(sqliteFile(h.url))
    await backUp(live, backups, 'daily', since)
    live.close()
    h.runtime.advance(1_000)
    await undoForget(h.caller, trashId)
    await undoForget(h.caller, first.trashId)
    await forgetTurns(h.caller, turn(1))
    const left = await leftAfterRestoring(true, async (db) => {
      expect(await listConversations(db, h.ownerId, {})).toHaveLength(2)
      expect(await db.trash.count({ where: { what: { not: { startsWith: 'gone ' } } } })).toBe(0)
    })
    expect(left).toEqual([PURGED, HERE, HERE])
  })

  it('does not store again what a program had stored with a key and was forgotten', {
    tags: 'full',
  }, async () => {
    const key = clientKey('client:Codex', 'deploys')
    await h.db.turn.updateMany({ where: { conversationId: 'd' }, data: { clientMessageId: key } })
    await deleteConversation(h.caller, 'd')
    await purge()
    await leftAfterRestoring(true, async (db) => {
      expect(await isForgottenKey(db, h.ownerId, key)).toBe(true)
      expect(await isForgottenKey(db, h.ownerId, clientKey('client:Cursor', 'deploys'))).toBe(false)
    })
  })

  it('has nothing of a forgotten conversation and of a forgotten file', { tags: 'full' }, async () => {
    await deleteConversation(h.caller, 'd')
    await forgetFile(h.caller, { conversationId: 'c', path: 'notes.md' })
    await purge()
    const [first, file, other] = await leftAfterRestoring()
    expect([first, other]).toEqual([HERE, PURGED])
    // The person's own message still says it.
    expect(file?.[0]).toContain('Turn')
    expect(file?.[0]).not.toContain('Upload')
  })

  it('forgets a turn that was being answered when the backup was made', async () => {
    const copy = new Database(path.join(backups, `${since.toISOString().replace(/[:.]/g, '-')}-daily.db`))
    copy
      .prepare(
        `UPDATE "Turn" SET "status" = 'running', "activeKey" = 'c' WHERE "number" = 1 AND "conversationId" = 'c'`,
      )
      .run()
    copy.close()
    await forgetTurns(h.caller, turn(1))
    await purge()
    expect(await leftAfterRestoring()).toEqual([PURGED, HERE, HERE])
  })

  it('keeps what was forgotten before it was made, and came back by an import', async () => {
    await deleteConversation(h.caller, 'd')
    await purge()
    since = h.runtime.now()
    h.runtime.advance(1_000)
    await h.tell('e', `Said again: ${words[2]}.`)
    const live = new Database(sqliteFile(h.url))
    await backUp(live, backups, 'daily', since)
    live.close()
    expect(await leftAfterRestoring()).toEqual([HERE, HERE, HERE])
  })
})

describe('the record of what was forgotten', () => {
  it('has ids and no text, for its user alone, and survives a line that was cut off', {
    tags: 'full',
  }, async () => {
    const before = process.umask(0)
    await forgetTurns(h.caller, { ...turn(2), files: true })
    process.umask(before)
    await purge()
    expect(statSync(path.join(backups, 'forgotten.jsonl')).mode & 0o777).toBe(0o600)
    for (const text of [...words, 'notes.md', 'is in a file']) expect(record()).not.toContain(text)
    appendFileSync(path.join(backups, 'forgotten.jsonl'), '\n{"at":"2026')
    await forgetTurns(h.caller, turn(1))
    const left = await leftAfterRestoring()
    expect(left).toEqual([PURGED, PURGED, HERE])
  })

  it('is written before anything is removed: no purge begins if the disk refuses it', async () => {
    await forgetTurns(h.caller, turn(1))
    setStorage(h.db, { backups: path.join(backups, 'missing'), memoryOnly: null })
    await expect(purge()).rejects.toThrow('ENOENT')
    expect(await holding(h.db, words[0] ?? '')).not.toEqual([])
    setStorage(h.db, { backups, memoryOnly: null })
    expect(await purge()).toBe(1)
  })
})
