import { z } from 'zod'
import { addOwnersRows, othersIds } from '@/lib/db/transfer/bundle-import'
import { bundleRows } from '@/lib/db/transfer/bundle-rows'
import { type Definition, definitions, isSettingKey } from '@/lib/settings/definitions'
import { EXPORT_FORMAT } from '@/lib/transfer/export'
import { isFields } from '@/lib/transfer/formats/fields'
import type { WriteDeps } from '@/lib/transfer/formats/write-turns'
import { FileError } from '@/lib/transfer/refusal'
import { mappedNode } from './bundle'
import { newId } from './write-bundle'

const headerSchema = z.object({ format: z.int() })

/**
 * The format of a Mneme export as the document says before its conversations, null for other documents.
 * @throws FileError for a newer format.
 */
export function checkHeader(fields: unknown): number | null {
  if (!isFields(fields) || fields.mneme === undefined) return null
  const header = headerSchema.safeParse(fields.mneme)
  if (!header.success || header.data.format > EXPORT_FORMAT)
    throw new FileError('This export is from a newer version of Mneme.', 'Update Mneme and import it again.')
  return header.data.format
}

/**
 * Settings and places of nodes that are not of one conversation: those that are valid, and only where nothing
 * was set here yet.
 */
export async function addOwners({ db, ownerId }: WriteDeps, fields: Record<string, unknown>): Promise<void> {
  const settings = readable(bundleRows.settings, fields.settings).flatMap(({ key, value }) => {
    if (!isSettingKey(key)) return []
    const { schema, ownOnly }: Definition = definitions[key]
    const parsed = ownOnly ? null : schema.safeParse(value)
    return parsed?.success ? [{ key, value: parsed.data as unknown }] : []
  })
  const positions = readable(bundleRows.positions, fields.positions).filter(({ view }) =>
    view.endsWith(':all'),
  )
  const others = await othersIds(db, ownerId, [...new Set(positions.flatMap((row) => row.node.split(':')))])
  const ids = new Map(others.map((id) => [id, newId(ownerId, id, 0)]))
  const mine = positions.map((row) => ({ ...row, node: mappedNode(row.node, ids) }))
  const places = unique(mine, (row) => `${row.view} ${row.node}`)
  const own = unique(settings, (row) => row.key)
  await addOwnersRows(db, ownerId, own, places)
}

function readable<T>(schema: z.ZodType<T>, value: unknown): T[] {
  return Array.isArray(value) ? value.flatMap((row) => schema.safeParse(row).data ?? []) : []
}
const unique = <T>(rows: T[], key: (row: T) => string) => [
  ...new Map(rows.map((row) => [key(row), row])).values(),
]
