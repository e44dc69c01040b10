import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { raw } from '@prisma/client/runtime/client'
import { DAY_MS } from '@/lib/shared/day'
import { type Db, fileOf, onSqlite } from '../client'
import { PAGE } from '../pages'
import { namesIn, onFile } from './backup'
import { isGoodBackup } from './damage'

const KEPT_DAYS = 30
const KEPT = /^kept-until-(\d{4}-\d\d-\d\d)\.(?:db|jsonl\.gz)$/
const keptIn = (folder: string): [name: string, until: string][] =>
  namesIn(folder).flatMap((name) => {
    const until = KEPT.exec(name)?.[1]
    return until ? [[name, until]] : []
  })
/** Deletes copies whose days are over. */
export function dropOldCopies(folder: string, now: Date): void {
  for (const [name, until] of keptIn(folder))
    if (until < now.toISOString().slice(0, 10)) rmSync(path.join(folder, name), { force: true })
}

/**
 * Copies the whole database to `folder`, outside the rotation of backups, for 30 days; not again if such a copy
 * is there. @throws if the copy cannot be read again.
 */
export async function keepCopy(db: Db, folder: string, now: Date): Promise<void> {
  const file = fileOf(db)
  if (keptIn(folder).length || (onSqlite(db) && !file)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  const copy = path.join(folder, `kept-until-${until}.${file ? 'db' : 'jsonl.gz'}`)
  const isWhole = file ? await copySqlite(file, `${copy}.part`) : await copyPostgres(db, `${copy}.part`)
  if (!isWhole) throw new Error(`The copy ${copy} of the database is damaged.`)
  renameSync(`${copy}.part`, copy)
}

async function copySqlite(file: string, copy: string): Promise<boolean> {
  await onFile(file, (db) => db.backup(copy))
  return isGoodBackup(copy)
}

/** Writes every row as a line of JSON, `{"table":…,"row":…}`. @returns whether all of them can be read back. */
async function copyPostgres(db: Db, copy: string): Promise<boolean> {
  let written = 0
  const copied = db.$transaction(
    async (tx) => {
      const tables = await tx.$queryRaw<{ name: string }[]>`
        SELECT tablename AS "name" FROM pg_tables WHERE schemaname = current_schema()`
      async function* lines() {
        for (const { name } of tables)
          for (let last = '(0,0)'; ; ) {
            const rows = await tx.$queryRaw<{ at: string; line: string }[]>`
              SELECT copied.ctid::text AS "at", json_build_object('table', ${name}::text, 'row', row_to_json(copied))::text AS "line"
              FROM ${raw(`"${name}"`)} copied WHERE copied.ctid > ${last}::tid ORDER BY copied.ctid LIMIT ${PAGE}`
            for (const { line } of rows) yield `${line}\n`
            written += rows.length
            last = rows.at(-1)?.at ?? ''
            if (!last) break
          }
      }
      await pipeline(Readable.from(lines()), createGzip(), createWriteStream(copy, { mode: 0o600 }))
    },
    { isolationLevel: 'RepeatableRead' as never, timeout: 3_600_000 },
  )
  await copied
  let read = 0
  for await (const line of createInterface({ input: createReadStream(copy).pipe(createGunzip()) }))
    if (JSON.parse(line)) read++
  return read === written
}
