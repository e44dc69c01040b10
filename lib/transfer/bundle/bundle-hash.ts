import { createHash } from 'node:crypto'
import type { BundleFields, BundleName, ConversationRow } from '@/lib/db/transfer/bundle-rows'

/** JSON with sorted keys, because databases store them in their own order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/**
 * Whether two exported conversations are equal: all rows except how the conversation got here, and the hashes
 * of its texts.
 */
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
