import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { join } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/rows'
import { promptFiles, removePromptFiles } from '@/lib/db/engine/storage/prompt-files'
import { FORGOTTEN_BLOB } from '../forgotten'

/** Deletes prompt files of forgotten and of blanked turns, by what the rows say now, in any process. */
export async function purgePromptFiles(db: Db, folder: string): Promise<void> {
  const files = await promptFiles(folder)
  const clean = new Set<string>()
  for (const ids of chunks([...new Set(files.map((file) => file.turnId))])) {
    const there = { id: { in: ids }, status: { not: 'forgotten' as const } }
    const kept = await db.turn.findMany({ where: there, select: { id: true } })
    const blanked = await blankedTurns(db, ids)
    for (const { id } of kept) if (!blanked.has(id)) clean.add(id)
  }
  const gone = files.filter((file) => !clean.has(file.turnId))
  await removePromptFiles(folder, gone)
}

/** Which of these turns have a prompt or a tool result of which something was blanked. */
async function blankedTurns(db: Db, turnIds: string[]): Promise<Set<string>> {
  const { hash } = FORGOTTEN_BLOB
  const rows = await db.$queryRaw<{ turnId: string }[]>`
    SELECT "turnId" AS "turnId" FROM "Step"
    WHERE "turnId" IN (${join(turnIds)}) AND CAST("manifest" AS TEXT) LIKE ${`%${hash}%`}
    UNION SELECT s."turnId" FROM "ToolCall" c JOIN "Step" s ON s."id" = c."stepId"
    WHERE s."turnId" IN (${join(turnIds)}) AND c."resultHash" = ${hash}`
  return new Set(rows.map((row) => row.turnId))
}

/** Whether a prompt file of this owner contains one of these texts. */
export async function inPromptFiles(folder: string, ownerId: string, texts: string[]): Promise<boolean> {
  if (texts.length === 0) return false
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const owner = `"user_id": ${JSON.stringify(ownerId)}`
  for (const { name } of await promptFiles(folder)) {
    const json = await readFile(path.join(folder, name), 'utf8')
    if (json.includes(owner) && texts.some((text) => json.includes(inJson(text)))) return true
  }
  return false
}
