import { createHash } from 'node:crypto'
import type { BundleFields, BundleName, ConversationRow } from '@/lib/db/transfer/bundle-rows'

/** JSON with the fields of every object in the order of their names: databases keep them in orders of their own. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Tells whether two exported conversations are the same: over all rows but how the conversation came here, and over the names of its texts instead of the texts. */
export class BundleHash {
  private readonly hash = createHash('sha256')

  constructor({ origin: _, importedAt: _at, importedFile: _file, ...conversation }: ConversationRow) {
    this.hash.update(canonical(conversation))
  }

  add(name: BundleName, row: BundleFields) {
    this.hash.update(`\n${name} ${name === 'blobs' ? String(row.hash) : canonical(row)}`)
  }

  digest = () => this.hash.digest('hex')
}
