import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { FORGOTTEN_BLOB } from '@/lib/db/forget/forgotten'
import { getConversation } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'
import {
  BUNDLE_NAMES,
  type BundleFields,
  type BundleName,
  bundleRows,
  type ConversationRow,
  conversationRow,
  UNIQUE,
} from './bundle-rows'
import { Kept, NamedTexts, placesInTrash, withoutTrash } from './export-gone'

export type BundlePage = { name: BundleName; rows: BundleFields[] }

const keyOf = (name: BundleName) => (row: BundleFields) =>
  (UNIQUE[name][0] ?? [])
    .map((field) =>
      typeof row[field] === 'number' ? String(row[field]).padStart(12, '0') : String(row[field]),
    )
    .join(' ')
/**
 * A row that an import would not take goes out as it is: one odd row must not hold up everything else that
 * somebody wants to keep.
 */
function readable(name: BundleName, row: object): BundleFields {
  const schema = bundleRows[name]
  const fields = new Set(Object.keys(schema.shape))
  return (
    (schema.safeParse(row).data as BundleFields | undefined) ??
    Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field)))
  )
}
const sorted = (name: BundleName, rows: object[]): BundleFields[] => {
  const key = keyOf(name)
  const parsed = rows.map((row) => readable(name, row)).map((row) => ({ row, at: key(row) }))
  return parsed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ row }) => row)
}

type Wanted = { db: Db; ownerId: string; conversationId: string }
/** What a page of turns left, by kind; what is asked for by conversation comes with the first page. */
function find(
  { db, ownerId, conversationId }: Wanted,
  name: BundleName,
  turnIds: string[],
  whole: boolean,
): Promise<object[]> | object[] {
  const ofTurns = { ownerId, turnId: { in: turnIds } }
  const inIt = { ownerId, conversationId }
  switch (name) {
    case 'turns':
      return db.turn.findMany({ where: { ...inIt, id: { in: turnIds } } })
    case 'steps':
      return db.step.findMany({ where: ofTurns })
    case 'toolCalls':
      return db.toolCall.findMany({ where: { step: ofTurns } })
    case 'sections':
      return db.ledgerSection.findMany({ where: ofTurns })
    case 'recalls':
      return db.recall.findMany({ where: ofTurns })
    case 'hits':
      return db.recallHit.findMany({ where: { recall: ofTurns } })
    case 'contexts':
      return db.context.findMany({ where: ofTurns })
    case 'touches':
      return db.fileTouch.findMany({ where: ofTurns })
    case 'citations':
      return db.citation.findMany({ where: { turnId: { in: turnIds } } })
    case 'provenance':
      return db.provenance.findMany({ where: { ownerId, kind: 'summary', sourceTurnId: { in: turnIds } } })
    case 'branches':
      return whole ? db.branch.findMany({ where: inIt }) : []
    case 'uploads':
      return whole ? db.upload.findMany({ where: inIt }) : []
    case 'summaries':
      return whole ? db.summary.findMany({ where: inIt }) : []
    case 'settings':
      return whole ? db.setting.findMany({ where: { ownerId, scope: conversationId } }) : []
    case 'positions':
      return whole
        ? db.graphPosition.findMany({ where: { ownerId, view: { endsWith: `:${conversationId}` } } })
        : []
    case 'blobs':
      return []
  }
}

/** A turn in the trash goes out as it will be once that is emptied: a place without content. */
const emptied = (turn: BundleFields): BundleFields => ({
  ...turn,
  ...{
    status: 'forgotten',
    userText: '',
    answer: '',
    attachments: [],
    options: {},
    messages: null,
    complexity: null,
    window: null,
    error: null,
  },
  ...{ userTokens: 0, answerTokens: 0, toolTokens: 0, recalledTokens: 0, contextTokens: 0 },
})

/** What stands in for a text in the trash is stored once something was purged. */
const standIn = (hashes: string[], stored: { hash: string }[]) => {
  const { hash } = FORGOTTEN_BLOB
  const isMissing = hashes.includes(hash) && !stored.some((blob) => blob.hash === hash)
  return isMissing ? [{ ...FORGOTTEN_BLOB, createdAt: new Date(0) }] : []
}

/** The conversation's own row. @throws MnemeError not_found */
export const exportedConversation = async (db: Db, ownerId: string, id: string): Promise<ConversationRow> =>
  conversationRow.parse(await getConversation(db, ownerId, id))

/**
 * Every row of a conversation in pages, kind by kind, in an order that hangs on nothing but the rows; its
 * texts last, those that list other texts (workspace trees) included. Nothing of what is in the trash.
 */
export async function* exportedRows(
  db: Db,
  ownerId: string,
  conversationId: string,
): AsyncGenerator<BundlePage> {
  const all = await db.turn.findMany({
    where: { ownerId, conversationId },
    select: { id: true, number: true, trashId: true },
    orderBy: { id: 'asc' },
  })
  const ids = all.map((turn) => turn.id).sort()
  const gone = all.filter((turn) => turn.trashId !== null)
  const goneIds = new Set(gone.map((turn) => turn.id))
  const cleaned = await withoutTrash(db, ownerId, conversationId)
  const kept = new Kept(ids)
  const texts = new NamedTexts()
  for (const name of BUNDLE_NAMES.filter((one) => one !== 'blobs'))
    for (const [i, page] of [
      ...chunks(ids, limits.transfer.exportPage),
      ...(ids.length ? [] : [[]]),
    ].entries()) {
      const found = await find(
        { db, ownerId, conversationId },
        name,
        name === 'turns' ? page : page.filter((id) => !goneIds.has(id)),
        i === 0,
      )
      let rows = sorted(name, found)
      if (name === 'turns') rows = rows.map((row) => (goneIds.has(String(row.id)) ? emptied(row) : row))
      if (name === 'summaries')
        rows = rows.filter(
          (row) =>
            !gone.some(({ number }) => number >= Number(row.fromNumber) && number <= Number(row.toNumber)),
        )
      if (name === 'positions') rows = rows.filter((row) => String(row.view).endsWith(`:${conversationId}`))
      rows = kept.of(
        name,
        rows.map((row) => cleaned(name, row)).filter((row) => row !== null),
      )
      for (const row of rows) texts.note(name, row)
      if (rows.length) yield { name, rows }
    }
  for (const some of await texts.hashes(db, ownerId, conversationId, limits.transfer.exportPage))
    for (const page of chunks(some, limits.transfer.exportPage)) {
      const read = await texts.read(db, ownerId, conversationId, page)
      const stored = await db.blob.findMany({ where: { ownerId, hash: { in: page } } })
      const rows = sorted(
        'blobs',
        [...stored, ...standIn(page, stored)].map((blob) => ({ ...blob, text: read.get(blob.hash) ?? '' })),
      )
      if (rows.length) yield { name: 'blobs', rows }
    }
}

/** Conversations that are not in the trash, in the order they were made. */
export const exportedIds = async (db: Db, ownerId: string) =>
  (
    await db.conversation.findMany({
      where: { ownerId, trashId: null },
      select: { id: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  ).map((row) => row.id)

/** What a person set for everything, but how models are reached. */
const PRIVATE = new Set(['provider'])
export const exportedSettings = async (db: Db, ownerId: string) =>
  (await db.setting.findMany({ where: { ownerId, scope: 'user' }, orderBy: { key: 'asc' } }))
    .filter(({ key }) => !PRIVATE.has(key))
    .map(({ key, value }) => ({ key, value }))
export async function exportedPositions(db: Db, ownerId: string) {
  const inTrash = await placesInTrash(db, ownerId)
  const rows = await db.graphPosition.findMany({
    where: { ownerId, view: { endsWith: ':all' } },
    orderBy: [{ view: 'asc' }, { node: 'asc' }],
  })
  return rows.filter(({ node }) => !inTrash(node)).map(({ view, node, x, y }) => ({ view, node, x, y }))
}
