import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { sha256 } from '@/lib/db/engine/blobs'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { chunks, columns, inChunks } from '@/lib/db/engine/rows'
import { fileNamesIn } from '@/lib/db/engine/storage/backup'
import { storageOf } from '@/lib/db/engine/storage/storage'
import { FORGET_KINDS } from '@/lib/shared/memory/forget'
import { parseJson } from '@/lib/shared/parse-json'
import { pick } from '@/lib/shared/pick'
import { STILL_THERE } from './forget-plan'
import { clientKeysIn } from './forgotten-keys'
import { type Due, dueOf } from './purge/purge-due'

const ids = z.array(z.string())
const forgottenSchema = z.object({
  at: z.string(),
  trashId: z.string(),
  ownerId: z.string(),
  kind: z.enum(FORGET_KINDS),
  conversationId: z.string(),
  conversations: ids,
  turns: ids,
  facts: ids,
  /** Fingerprints of paths, which are a person's words. */
  files: ids,
  /** Of what programs stored (see `forgotten-keys.ts`). */
  keys: ids.default([]),
  /** When the trash gives it up. */
  until: z.iso.datetime().optional(),
})
const undoneSchema = z.object({ at: z.string(), undone: z.string() })
/** What was forgotten in one operation and conversation: ids, no text. */
export type ForgottenRecord = z.infer<typeof forgottenSchema>

const fileIn = (backups: string) => path.join(backups, 'forgotten.jsonl')
export const pathPrint = (trashId: string, file: string) => sha256(`${trashId}\n${file}`)

const recordOf = (
  { id, ownerId, purgeAt, trashed, conversationIds, turns }: Due,
  now: Date,
): ForgottenRecord => ({
  ...{ at: now.toISOString(), trashId: id, ownerId },
  ...pick(trashed, 'kind conversationId facts'),
  conversations: conversationIds,
  turns: conversationIds.length ? [] : turns.map((turn) => turn.id),
  files: trashed.files.map((file) => pathPrint(id, file.path)),
  keys: clientKeysIn(turns),
  until: purgeAt.toISOString(),
})

/** Each entry begins with a newline, so that one cut off cannot spoil the next. */
function append(backups: string, entries: (ForgottenRecord | z.infer<typeof undoneSchema>)[]): void {
  const file = openSync(fileIn(backups), 'a', 0o600)
  try {
    writeSync(file, entries.map((entry) => `\n${JSON.stringify(entry)}`).join(''))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** So that restoring a backup forgets it again. @throws if the disk refuses it. */
export function recordForgotten(db: Db, due: Due[], now: Date): void {
  const { backups } = storageOf(db)
  const records = due.map((one) => recordOf(one, now))
  if (backups && records.length) append(backups, records)
}

/** The same for what was just put into the trash. A failure may pass: the purge writes it down again. */
export async function recordTrashed(db: Db, ownerId: string, trashIds: string[], now: Date): Promise<void> {
  if (!storageOf(db).backups) return
  try {
    const rows = await db.trash.findMany({ where: { ownerId, id: { in: trashIds } } })
    const due = await Promise.all(rows.map((row) => dueOf(db, row)))
    recordForgotten(db, due.filter(Boolean) as Due[], now)
  } catch {}
}

export function recordUndone(db: Db, trashIds: string[], now: Date): void {
  const { backups } = storageOf(db)
  const entries = trashIds.map((undone) => ({ at: now.toISOString(), undone }))
  try {
    if (backups) append(backups, entries)
  } catch {}
}

const lineSchema = z.union([forgottenSchema, undoneSchema])
const parsedLine = (line: string) => lineSchema.safeParse(parseJson(line)).data ?? null

/** The record, and those of other machines next to it. */
const RECORD = /^forgotten(-[\w.-]+)?\.jsonl$/

/** What was forgotten since a moment and not undone; `undone` = ids of trash rows that were restored since. */
export function forgottenSince(backups: string, since: Date) {
  const entries = fileNamesIn(backups)
    .filter((name) => RECORD.test(name))
    .flatMap((name) => readFileSync(path.join(backups, name), 'utf8').split('\n'))
    .flatMap((line) => parsedLine(line) ?? [])
    .sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at))
  const found = new Map<string, ForgottenRecord>()
  const undone = new Set<string>()
  for (const entry of entries) {
    if ('undone' in entry) {
      found.delete(entry.undone)
      if (new Date(entry.at) >= since) undone.add(entry.undone)
    } else if (new Date(entry.at) >= since) found.set(entry.trashId, entry)
  }
  return { forgotten: [...found.values()], undone: [...undone].filter((id) => !found.has(id)) }
}

/** Ends those of these turns that ran or waited when the backup was made: only idle ones can be forgotten or restored. */
export const endTurns = (db: Db, which: Prisma.TurnWhereInput, now: Date) =>
  db.turn.updateMany({
    where: { ...which, status: { in: ['running', 'queued'] } },
    data: { status: 'interrupted', activeKey: null, leaseOwner: null, leaseUntil: null, endedAt: now },
  })

/** What a restored database still has of a record. */
export async function stillHere(db: Db, record: ForgottenRecord, now: Date) {
  const { ownerId, trashId, files } = record
  for (const ids of chunks(record.turns)) await endTurns(db, { ownerId, id: { in: ids } }, now)
  const select = columns('id')
  const there = (ids: string[]) => ({ ownerId, trashId: null, id: { in: ids } })
  const turns = await inChunks(record.turns, (ids) =>
    db.turn.findMany({ where: { ...there(ids), ...STILL_THERE }, select }),
  )
  const conversations = await inChunks(record.conversations, (ids) =>
    db.conversation.findMany({ where: there(ids), select }),
  )
  const facts = await db.fact.findMany({ where: there(record.facts), select })
  const touched = files.length
    ? await db.fileTouch.findMany({ where: { ownerId }, distinct: ['path'], select: columns('path') })
    : []
  return {
    turns: turns.map(({ id }) => id),
    conversations: conversations.map(({ id }) => id),
    facts: facts.map(({ id }) => id),
    paths: touched.flatMap(({ path }) => (files.includes(pathPrint(trashId, path)) ? path : [])),
  }
}
