import type { Db } from '@/lib/db/engine/client'
import { asJson, bulkInsertOps, type NewRow } from '@/lib/db/engine/insert'
import { chunks } from '@/lib/db/engine/pages'
import { STAGED } from '@/lib/db/forget/held-schema'
import { type BundleFields, type BundleName, bundleRows } from './bundle-rows'
import type { StagedRows } from './imports'

const TABLES: Record<Exclude<BundleName, 'blobs'>, keyof StagedRows> = {
  branches: 'Branch',
  turns: 'Turn',
  steps: 'Step',
  toolCalls: 'ToolCall',
  sections: 'LedgerSection',
  recalls: 'Recall',
  hits: 'RecallHit',
  contexts: 'Context',
  touches: 'FileTouch',
  uploads: 'Upload',
  summaries: 'Summary',
  provenance: 'Provenance',
  citations: 'Citation',
  settings: 'Setting',
  positions: 'GraphPosition',
}
const JSON_FIELDS = new Set(
  'path attachments options messages complexity window error manifest decision tries args request nearMisses parts place toolCalls insights value sources'.split(
    ' ',
  ),
)
const NULLABLE = new Set('messages complexity window error decision place'.split(' '))
const WITHOUT_OWNER = new Set<BundleName>(['toolCalls', 'hits', 'citations'])
const OF_CONVERSATION = new Set<BundleName>(['branches', 'turns', 'uploads', 'summaries'])
/** Fields that exports of earlier versions lack. */
const DEFAULTS: BundleFields = { form: 1, sources: [] }
/** What was running in another database runs nowhere now. */
const ENDED: Record<string, string> = { running: 'interrupted', queued: 'stopped' }

/** A row of an export as its table takes it. */
export function rowToStage(
  name: Exclude<BundleName, 'blobs'>,
  row: BundleFields,
  owner: { ownerId: string; conversationId: string; importedAt: Date },
): { table: keyof StagedRows; row: NewRow } {
  const made: NewRow = {}
  for (const field of Object.keys(bundleRows[name].shape)) {
    const value = row[field] ?? DEFAULTS[field]
    const isJson = JSON_FIELDS.has(field) && !(field === 'path' && name !== 'branches')
    made[field] =
      isJson && !(value === null && NULLABLE.has(field)) ? asJson(value) : (value as NewRow[string])
  }
  if (!WITHOUT_OWNER.has(name)) made.ownerId = owner.ownerId
  if (OF_CONVERSATION.has(name)) made.conversationId = owner.conversationId
  if (name === 'settings') made.scope = owner.conversationId
  if (name === 'turns')
    Object.assign(made, {
      status: ENDED[String(row.status)] ?? String(row.status),
      importedAt: owner.importedAt,
      // Where an export does not say what was recalled, all of it counts as recalled: no saving is
      // overstated.
      recalledTokens: Math.min(Number(row.toolTokens), Number(row.recalledTokens ?? row.toolTokens)),
    })
  return { table: TABLES[name], row: made }
}

const CHUNK = 500
/** Which of these ids a row of this kind has already, whoever's it is. */
export async function takenIds(db: Db, kind: BundleName | 'conversations', ids: string[]): Promise<string[]> {
  const taken: string[] = []
  for (let i = 0; i < ids.length; i += CHUNK) {
    const query = { where: { id: { in: ids.slice(i, i + CHUNK) } }, select: { id: true } } as const
    const find = {
      conversations: () => db.conversation.findMany(query),
      branches: () => db.branch.findMany(query),
      turns: () => db.turn.findMany(query),
      steps: () => db.step.findMany(query),
      toolCalls: () => db.toolCall.findMany(query),
      recalls: () => db.recall.findMany(query),
      contexts: () => db.context.findMany(query),
      uploads: () => db.upload.findMany(query),
      summaries: () => db.summary.findMany(query),
    }[kind as 'turns']
    taken.push(...(await find()).map((row) => row.id))
  }
  return taken
}

/**
 * Which of these name another owner's conversation, turn, context or summary, or one of an import of this
 * owner that is not published.
 */
export async function othersIds(db: Db, ownerId: string, ids: string[]): Promise<string[]> {
  const staged = (
    await db.trash.findMany({ where: { ownerId, what: { startsWith: STAGED } }, select: { id: true } })
  ).map((row) => row.id)
  const found: string[] = []
  for (const some of chunks(ids, CHUNK)) {
    const conversations = await db.conversation.findMany({
      where: { id: { in: some }, OR: [{ ownerId: { not: ownerId } }, { trashId: { in: staged } }] },
      select: { id: true },
    })
    const contexts = await db.context.findMany({
      where: { id: { in: some } },
      select: { id: true, turnId: true },
    })
    const summaries = await db.summary.findMany({
      where: { id: { in: some }, ownerId: { not: ownerId } },
      select: { id: true },
    })
    const turns = await db.turn.findMany({
      where: {
        id: { in: [...some, ...contexts.map((row) => row.turnId)] },
        OR: [{ ownerId: { not: ownerId } }, { conversation: { trashId: { in: staged } } }],
      },
      select: { id: true },
    })
    const theirs = new Set(turns.map((row) => row.id))
    found.push(
      ...[...conversations, ...summaries].map((row) => row.id),
      ...some.filter((id) => theirs.has(id)),
      ...contexts.filter((row) => theirs.has(row.turnId)).map((row) => row.id),
    )
  }
  return found
}

/** Settings and places of nodes of an owner, where they have none of their own yet. */
export async function addOwnersRows(
  db: Db,
  ownerId: string,
  settings: { key: string; value: unknown }[],
  positions: { view: string; node: string; x: number; y: number }[],
): Promise<void> {
  const had = new Set(
    (await db.setting.findMany({ where: { ownerId, scope: 'user' }, select: { key: true } })).map(
      (row) => row.key,
    ),
  )
  const fresh = settings
    .filter(({ key }) => !had.has(key))
    .map(({ key, value }) => ({ ownerId, scope: 'user', key, value: asJson(value) }))
  const placed = new Set(
    (await db.graphPosition.findMany({ where: { ownerId }, select: { view: true, node: true } })).map(
      (row) => `${row.view} ${row.node}`,
    ),
  )
  const free = positions
    .filter(({ view, node }) => !placed.has(`${view} ${node}`))
    .map((row) => ({ ...row, ownerId }))
  for (const [table, rows] of [
    ['Setting', fresh],
    ['GraphPosition', free],
  ] as const)
    for (let i = 0; i < rows.length; i += CHUNK)
      await db.$transaction(bulkInsertOps(db, table, rows.slice(i, i + CHUNK)))
}
