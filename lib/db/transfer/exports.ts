import type { Db } from '@/lib/db/engine/client'
import { isGone } from '@/lib/db/engine/errors'
import { chunks, columns } from '@/lib/db/engine/rows'
import { imageBytes } from '@/lib/db/files/images'
import { FORGOTTEN_BLOB } from '@/lib/db/forget/forgotten'
import { getConversation } from '@/lib/db/turns/conversations'
import { tagsOf } from '@/lib/db/turns/tags'
import { EMPTIED_TURN } from '@/lib/db/turns/turns'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { each } from '@/lib/shared/pick'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'
import {
  type BundleConversation,
  type BundleFields,
  type BundleName,
  bundleRows,
  conversationRow,
  ROW_NAMES,
  type RowName,
  readRows,
  TABLE_OF,
} from './bundle-rows'
import { keepNamed, NamedTexts, withoutTrash } from './export-gone'

type BundlePage = { name: BundleName; rows: BundleFields[] }

/** A row that an import would refuse is exported unchanged: one odd row must not block everything else. */
function readable(name: BundleName, row: object): BundleFields {
  const schema = bundleRows[name]
  const fields = new Set(Object.keys(schema.shape))
  return (
    (schema.safeParse(row).data as BundleFields | undefined) ??
    Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field)))
  )
}
/** In an order that depends on the rows alone: they begin with what tells them apart. */
const sorted = (name: BundleName, rows: object[]): BundleFields[] => {
  const parsed = rows.map((row) => readable(name, row)).map((row) => ({ row, at: JSON.stringify(row) }))
  return parsed.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ row }) => row)
}

/** The rows of a whole conversation; they come with the first page. */
const WHOLE = new Set<BundleName>(['branches', 'uploads', 'summaries', 'settings'])
function whereOf(ownerId: string, conversationId: string, turnIds: string[]) {
  const [turnId, ofIt] = [{ in: turnIds }, { ownerId, conversationId }]
  const ofTurns = { ownerId, turnId }
  const special: Partial<Record<BundleName, object>> = {
    ...each('branches uploads summaries', ofIt),
    turns: { ...ofIt, id: turnId },
    toolCalls: { step: ofTurns },
    hits: { recall: ofTurns },
    citations: { turnId },
    provenance: { ownerId, kind: 'summary', sourceTurnId: turnId },
    settings: { ownerId, scope: conversationId },
  }
  return (name: BundleName) => special[name] ?? ofTurns
}

/** The conversation's own row. @throws MnemeError not_found */
export async function exportedConversation(db: Db, ownerId: string, id: string): Promise<BundleConversation> {
  const [row, tags] = [await getConversation(db, ownerId, id), await tagsOf(db, ownerId, id)]
  return conversationRow.parse({ ...row, tags })
}

/**
 * Every row of a conversation outside the trash, in an order that depends on the rows alone, texts last.
 * `names` = these kinds alone, with those that they name.
 */
export async function* exportedRows(
  db: Db,
  ownerId: string,
  conversationId: string,
  names: readonly RowName[] = ROW_NAMES,
): AsyncGenerator<BundlePage> {
  const all = await db.turn.findMany({
    where: { ownerId, conversationId },
    select: columns('id trashId'),
    orderBy: { id: 'asc' },
  })
  const ids = all.map((turn) => turn.id).sort()
  const goneIds = new Set<unknown>(all.flatMap((turn) => (turn.trashId === null ? [] : turn.id)))
  const cleaned = await withoutTrash(db, ownerId, conversationId)
  const kept = keepNamed(ids)
  const texts = new NamedTexts()
  const images = new Set<string>()
  const changed = (name: BundleName, row: BundleFields): BundleFields | null => {
    // As it will be after the purge: a place without content.
    if (name === 'turns') return cleaned(name, goneIds.has(row.id) ? { ...row, ...EMPTIED_TURN } : row)
    // An image goes with its message, so one that waits stays here.
    if (name === 'uploads' && row.mediaType && (!row.usedByTurnId || goneIds.has(row.usedByTurnId)))
      return null
    if (name === 'uploads' && row.mediaType) images.add(String(row.hash))
    return cleaned(name, row)
  }
  const pages = ids.length ? chunks(ids, limits.transfer.exportPage) : [[]]
  for (const name of names)
    for (const page of WHOLE.has(name) ? [[]] : pages) {
      const turnIds = name === 'turns' ? page : page.filter((id) => !goneIds.has(id))
      const where = whereOf(ownerId, conversationId, turnIds)(name)
      const found = await readRows(db, TABLE_OF[name].table, { where })
      const shown = sorted(name, found).map((row) => changed(name, row))
      const there = shown.filter((row) => row !== null)
      const rows = kept(name, there)
      for (const row of rows) if (!(name === 'uploads' && row.mediaType)) texts.note(name, row)
      yield { name, rows }
    }
  yield { name: 'blobs', rows: [] }
  const hashes = await texts.hashes(db, ownerId, conversationId, limits.transfer.exportPage)
  for (const page of chunks(hashes, limits.transfer.exportPage)) {
    const read = await texts.read(db, ownerId, conversationId, page)
    const where = { ownerId, hash: { in: page } }
    const stored = await db.blob.findMany({ where, select: columns('hash tokens') })
    const tokensOf = new Map(stored.map(({ hash, tokens }) => [hash, tokens]))
    const blobs = page.flatMap((hash) => {
      const text = read.get(hash)
      // What replaces a text in the trash is stored only after a first purge.
      return text === undefined ? [] : [{ hash, text, tokens: tokensOf.get(hash) ?? FORGOTTEN_BLOB.tokens }]
    })
    yield { name: 'blobs', rows: sorted('blobs', blobs) }
  }
  for (const hash of [...images].sort()) {
    const image = (await imageBytes(db, ownerId, [hash])).get(hash)
    const text = image && Buffer.from(image.bytes).toString('base64')
    if (image) yield { name: 'blobs', rows: [{ hash, text, tokens: 0, image: image.mediaType }] }
  }
}

/** Conversations that are not in the trash, in the order they were made, without the sample. */
export const exportedIds = (db: Db, ownerId: string) =>
  db.conversation.findMany({
    where: { ownerId, trashId: null, origin: { not: SAMPLE_ORIGIN } },
    select: columns('id title createdAt'),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** One conversation's row, or those of all outside the trash. @throws MnemeError not_found. */
export async function* conversationsOf(db: Db, ownerId: string, conversationId?: string) {
  if (conversationId !== undefined) {
    yield await exportedConversation(db, ownerId, conversationId)
    return
  }
  for (const { id } of await exportedIds(db, ownerId)) {
    const row = await exportedConversation(db, ownerId, id).catch((error: unknown) => {
      if (isGone(error) || (error instanceof MnemeError && error.code === 'not_found')) return null
      throw error
    })
    if (row) yield row
  }
}

/** What a person set for everything, but how models are reached. */
export const exportedSettings = (db: Db, ownerId: string) =>
  db.setting.findMany({
    where: { ownerId, scope: 'user', key: { not: 'provider' } },
    select: columns('key value'),
    orderBy: { key: 'asc' },
  })
