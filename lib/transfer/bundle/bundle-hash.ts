import { createHash } from 'node:crypto'
import type { BundleFields, BundleName, ConversationRow } from '@/lib/db/transfer/bundle-rows'
import { isFields } from '@/lib/transfer/formats/fields'

/** What a text quotes was not in exports of earlier versions; it follows from the rest. */
const DERIVED = new Set(['sources', 'results', 'form'])

/**
 * JSON with the fields of every object in the order of their names: databases keep them in orders of their
 * own.
 */
export const canonical = (value: unknown, without: ReadonlySet<string> = new Set()): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (!isFields(inner)) return inner
    const kept = Object.entries(inner).filter(([key]) => !without.has(key))
    return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
  })

/**
 * Whether two exported conversations are equal: all rows except how the conversation got here, how it is
 * organised, and the hashes of its texts. Exports from before there were tags keep their hash that way.
 */
export class BundleHash {
  private readonly hash = createHash('sha256')

  constructor(row: ConversationRow) {
    const {
      origin: _,
      importedAt: _at,
      importedFile: _file,
      archivedAt: _archived,
      tags: _tags,
      ...rest
    } = row
    this.hash.update(canonical(rest, DERIVED))
  }

  add(name: BundleName, row: BundleFields) {
    this.hash.update(`\n${name} ${name === 'blobs' ? String(row.hash) : canonical(row, DERIVED)}`)
  }

  digest = () => this.hash.digest('hex')
}
