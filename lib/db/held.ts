import { getBlobs } from './blobs'
import type { Db } from './client'
import { fileQuotes } from './file-quotes'
import { about, FORGOTTEN, type IsGone, scrubbed } from './quotes'
import { type Held, heldByOwner } from './trash'

/**
 * Texts by hash as anybody may see them now: what they quote of something in the trash says that it was forgotten.
 * Until the purge knows for sure, an excerpt that names only a number is hidden in every conversation: too much for half a minute rather than too little.
 */
export async function shownBlobs(db: Db, ownerId: string, hashes: string[]): Promise<Map<string, string>> {
  const [texts, held] = await Promise.all([getBlobs(db, ownerId, hashes), heldByOwner(db, ownerId)])
  if (held.length === 0) return texts
  const files = held.flatMap((one) => one.files)
  const own = new Set(files.flatMap((file) => file.hashes))
  const quotes = fileQuotes(
    files.map((file) => file.path),
    [...(await getBlobs(db, ownerId, [...own])).values()],
  )
  const isGone = goneBy(held, quotes.item)
  for (const [hash, text] of texts) {
    if (own.has(hash)) texts.set(hash, FORGOTTEN)
    else if (files.length && quotes.tool(text)) texts.set(hash, FORGOTTEN)
    else {
      const shown = scrubbed(text, isGone)
      if (shown !== text) texts.set(hash, shown)
    }
  }
  return texts
}

function goneBy(held: Held[], ofFile: IsGone): IsGone {
  const whole = new Set(held.filter((one) => one.kind === 'conversation').map((one) => one.conversationId))
  const all = new Set(held.flatMap((one) => one.numbers))
  return (item) => {
    const source = item.attributes.conversation
    if (ofFile(item)) return true
    if (source === undefined) return about(item, all)
    return whole.has(source) || held.some((one) => one.conversationId === source && about(item, new Set(one.numbers)))
  }
}

/** Summaries and roll-ups that rest on a turn in the trash. */
export async function heldSummaries(db: Db, ownerId: string): Promise<string[]> {
  if ((await heldByOwner(db, ownerId)).every((one) => one.numbers.length === 0)) return []
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT p."refId" AS "id" FROM "Turn" t JOIN "Provenance" p ON p."sourceTurnId" = t."id"
    WHERE t."ownerId" = ${ownerId} AND t."trashId" IS NOT NULL AND p."kind" = 'summary'`
  return rows.map((row) => row.id)
}

/** Files of a conversation that lie in the trash. */
export const heldFiles = async (db: Db, ownerId: string, conversationId: string) =>
  (await heldByOwner(db, ownerId)).filter((one) => one.conversationId === conversationId).flatMap((one) => one.files)
