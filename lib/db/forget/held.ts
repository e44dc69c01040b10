import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { type FileQuotes, fileQuotes } from './file-quotes'
import { type Held, type HeldWorkspace, holdsWorkspace } from './held-schema'
import { about, FORGOTTEN, type IsGone, scrubbed } from './quotes'
import { heldByOwner } from './trash'

/** Stored texts as they may be shown now. `results` = results of tool calls, `args` = what such calls were given. */
export type Shown = {
  texts(hashes: string[]): Promise<Map<string, string>>
  results(hashes: string[]): Promise<Map<string, string>>
  args(args: Prisma.JsonValue): Prisma.JsonValue
}

/**
 * Texts as anybody may see them now: what they quote of something in the trash says that it was forgotten.
 * Until the purge knows for sure, an excerpt that names only a number is hidden in every conversation: too much for half a minute rather than too little.
 * So is one that names only a file, unless `here` says of which conversation the texts are.
 */
export async function shown(db: Db, ownerId: string, here?: string): Promise<Shown> {
  const held = await heldByOwner(db, ownerId)
  const read = (hashes: string[]) => getBlobs(db, ownerId, hashes)
  if (held.length === 0) return { texts: read, results: read, args: (args) => args }
  const own = new Set(held.flatMap((one) => one.files.flatMap((file) => file.hashes)))
  const quotes = await quotesOfHeld(db, ownerId, held, here)
  const isGone = goneBy(held, (item) => quotes.some((one) => one.item(item)))
  const quoted = (text: string) => quotes.some((one) => one.names(text) || one.line(text))
  const unlisted = (text: string) => quotes.reduce((left, one) => one.unlisted(left), text)
  const each = async (hashes: string[], hidden: (text: string) => boolean) => {
    const texts = await read(hashes)
    for (const [hash, text] of texts)
      texts.set(hash, own.has(hash) || hidden(text) ? FORGOTTEN : unlisted(scrubbed(text, isGone)))
    return texts
  }
  return {
    texts: (hashes) => each(hashes, (text) => quotes.some((one) => one.tool(text))),
    results: (hashes) => each(hashes, quoted),
    args: (args) => (quoted(JSON.stringify(args)) ? {} : args),
  }
}

export const shownBlobs = async (db: Db, ownerId: string, hashes: string[]) =>
  (await shown(db, ownerId)).texts(hashes)

function goneBy(held: (Held & { whole: string[] })[], ofFile: IsGone): IsGone {
  const whole = new Set(held.flatMap((one) => one.whole))
  const all = new Set(held.flatMap((one) => one.numbers))
  return (item) => {
    const source = item.attributes.conversation
    if (ofFile(item)) return true
    if (source === undefined) return about(item, all)
    return (
      whole.has(source) ||
      held.some((one) => one.conversationId === source && about(item, new Set(one.numbers)))
    )
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

/** Whether what a recall found is a file in the trash, by itself or with its conversation, or a summary that rests on a turn there. */
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

/** Takes what quotes files or state in the trash out of words about a conversation; null when there is nothing of the kind. */
export async function unquoted(
  db: Db,
  ownerId: string,
): Promise<((conversationId: string, text: string) => string) | null> {
  const held = (await heldByOwner(db, ownerId)).filter(holdsWorkspace)
  if (held.length === 0) return null
  const quotes = new Map((await quotesOfHeld(db, ownerId, held)).map((one) => [one.of, one]))
  return (conversationId, text) => quotes.get(conversationId)?.without(text) ?? text
}

/** How to know quotations of files and state in the trash, by their conversation. */
async function quotesOfHeld(
  db: Db,
  ownerId: string,
  held: Held[],
  here?: string,
): Promise<(FileQuotes & { of: string })[]> {
  const reworked = held.filter(holdsWorkspace)
  const found: (FileQuotes & { of: string })[] = []
  for (const of of new Set(reworked.map((one) => one.conversationId))) {
    const { files, state } = workspaceOf(held, of)
    const hashes = files.flatMap((file) => file.hashes)
    const paths = files.map((file) => file.path)
    found.push({
      of,
      ...fileQuotes({ of, here }, paths, [...(await getBlobs(db, ownerId, hashes)).values()], state),
    })
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
