import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { type FileQuotes, fileQuotes } from './file-quotes'
import { FORGOTTEN, FORGOTTEN_BLOB, type IsGone, NOTHING_GONE, withoutListed } from './forgotten'
import { goneBy, summariesWith } from './gone'
import { type Held, type HeldWorkspace, holdsWorkspace } from './held-schema'
import { heldByOwner } from './trash'

/**
 * What may be shown now: what lies in the trash counts as gone. `excerpts` = texts of recalls by their
 * hashes, `listed` = a list of files or values as a context holds it.
 */
export type Shown = {
  isGone: IsGone
  excerpts(hashes: string[]): Promise<Map<string, string>>
  listed(title: string, text: string): string
}

export async function shown(db: Db, ownerId: string): Promise<Shown> {
  const held = await heldByOwner(db, ownerId)
  if (held.length === 0)
    return {
      isGone: NOTHING_GONE,
      excerpts: (hashes) => getBlobs(db, ownerId, hashes),
      listed: (_, text) => text,
    }
  const workspaces = held.filter(holdsWorkspace)
  const quotes = await quotesOfHeld(db, ownerId, held)
  const summaries = new Set(await heldSummaries(db, ownerId))
  for (const [conversationId, one] of quotes)
    for (const id of await summariesWith(db, ownerId, conversationId, one)) summaries.add(id)
  return {
    isGone: goneBy({
      turns: await trashedTurns(db, ownerId),
      summaries,
      conversations: new Set(held.flatMap((one) => one.whole)),
      workspaces,
    }),
    async excerpts(hashes) {
      const texts = await getBlobs(db, ownerId, hashes)
      for (const [hash, text] of texts)
        if ([...quotes.values()].some((one) => one.holds(text))) texts.set(hash, FORGOTTEN)
      return texts
    },
    listed: (title, text) => workspaces.reduce((left, one) => withoutListed(title, left, one), text),
  }
}

/** Stored texts by hash, and the one that stands in for what was forgotten. */
export const shownTexts = async (db: Db, ownerId: string, hashes: string[]) =>
  (await getBlobs(db, ownerId, hashes)).set(FORGOTTEN_BLOB.hash, FORGOTTEN)

/** Turns of an owner that lie in the trash, alone or with their conversation. */
export const trashedTurns = async (db: Db, ownerId: string) =>
  new Set(
    (
      await db.turn.findMany({
        where: { ownerId, OR: [{ trashId: { not: null } }, { conversation: { trashId: { not: null } } }] },
        select: { id: true },
      })
    ).map((row) => row.id),
  )

/** Summaries and roll-ups that rest on a turn in the trash. */
export async function heldSummaries(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT p."refId" AS "id" FROM "Turn" t JOIN "Provenance" p ON p."sourceTurnId" = t."id"
    WHERE t."ownerId" = ${ownerId} AND t."trashId" IS NOT NULL AND p."kind" = 'summary'`
  return rows.map((row) => row.id)
}

/**
 * Whether what a recall found is a file in the trash, by itself or with its conversation, or a summary that
 * rests on a turn there.
 */
export async function heldFinds(
  db: Db,
  ownerId: string,
): Promise<(found: { kind: string; refId: string }) => boolean> {
  const held = await heldByOwner(db, ownerId)
  const files = new Set(held.flatMap((one) => one.files.map((file) => `${one.conversationId}:${file.path}`)))
  const whole = new Set(held.flatMap((one) => one.whole))
  const summaries = new Set(held.length ? await heldSummaries(db, ownerId) : [])
  return ({ kind, refId }) =>
    kind === 'file'
      ? files.has(refId) || whole.has(refId.slice(0, refId.indexOf(':')))
      : kind === 'summary' && summaries.has(refId)
}

/**
 * Takes what quotes files or state in the trash out of words about a conversation; null when there is nothing
 * of the kind.
 */
export async function unquoted(
  db: Db,
  ownerId: string,
): Promise<((conversationId: string, text: string) => string) | null> {
  const quotes = await quotesOfHeld(db, ownerId, await heldByOwner(db, ownerId))
  return quotes.size ? (conversationId, text) => quotes.get(conversationId)?.without(text) ?? text : null
}

/** How to know the texts of files and state in the trash, by their conversation. */
async function quotesOfHeld(db: Db, ownerId: string, held: Held[]): Promise<Map<string, FileQuotes>> {
  const found = new Map<string, FileQuotes>()
  for (const id of new Set(held.filter(holdsWorkspace).map((one) => one.conversationId))) {
    const { files, state } = workspaceOf(held, id)
    const texts = await getBlobs(
      db,
      ownerId,
      files.flatMap((file) => file.hashes),
    )
    found.set(
      id,
      fileQuotes(
        files.map((file) => file.path),
        [...texts.values()],
        state,
      ),
    )
  }
  return found
}

function workspaceOf(held: Held[], conversationId: string): HeldWorkspace {
  const own = held.filter((one) => one.conversationId === conversationId)
  return { files: own.flatMap((one) => one.files), state: own.flatMap((one) => one.state) }
}
/** What of a conversation's workspace lies in the trash. */
export const heldWorkspace = async (db: Db, ownerId: string, conversationId: string) =>
  workspaceOf(await heldByOwner(db, ownerId), conversationId)
