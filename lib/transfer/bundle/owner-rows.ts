import { z } from 'zod'
import { addOwnersSettings } from '@/lib/db/transfer/bundle-import'
import { bundleRows } from '@/lib/db/transfer/bundle-rows'
import { type Definition, definitions, isSettingKey } from '@/lib/settings/definitions'
import { EXPORT_FORMAT } from '@/lib/transfer/export'
import { isFields } from '@/lib/transfer/formats/fields'
import type { WriteDeps } from '@/lib/transfer/formats/write-turns'
import { FileError } from '@/lib/transfer/refusal'

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

/** Settings that are valid, and only where nothing was set here yet. */
export async function addOwners({ db, ownerId }: WriteDeps, { settings }: Record<string, unknown>) {
  const valid = (Array.isArray(settings) ? settings : []).flatMap((row): [string, unknown][] => {
    const { key, value } = bundleRows.settings.safeParse(row).data ?? {}
    if (key === undefined || !isSettingKey(key)) return []
    const { schema, ownOnly }: Definition = definitions[key]
    const parsed = ownOnly ? null : schema.safeParse(value)
    return parsed?.success ? [[key, parsed.data]] : []
  })
  const own = [...new Map(valid)].map(([key, value]) => ({ key, value }))
  await addOwnersSettings(db, ownerId, own)
}
