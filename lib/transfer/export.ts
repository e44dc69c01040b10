import type { Db } from '@/lib/db/engine/client'
import { isGone } from '@/lib/db/engine/errors'
import { BUNDLE_NAMES, type BundleName } from '@/lib/db/transfer/bundle-rows'
import { exportedStrategies } from '@/lib/db/transfer/exported-strategies'
import {
  exportedConversation,
  exportedIds,
  exportedPositions,
  exportedRows,
  exportedSettings,
} from '@/lib/db/transfer/exports'
import { exportedFacts } from '@/lib/db/transfer/facts'
import { MnemeError } from '@/lib/shared/errors'

/** Version of the format. Imports refuse higher ones. */
export const EXPORT_FORMAT = 3

/**
 * Everything of an owner, or one conversation, as chunks of one JSON document: `{"mneme": {format,
 * exportedAt}, "conversations": [{conversation, branches, turns, …, blobs}], "facts": […], "strategies": […],
 * "settings": […], "positions": […]}`, with the rows of `lib/db/transfer/bundle-rows.ts`. Reads a page of
 * rows at a time. `onConversation` receives each one's size without its texts. Provider settings, keys, logs
 * and the trash are left out.
 * @throws MnemeError not_found for another owner's conversation.
 */
export async function* exportStream(
  db: Db,
  ownerId: string,
  {
    conversationId,
    exportedAt = new Date(),
    onConversation,
  }: { conversationId?: string; exportedAt?: Date; onConversation?(title: string, bytes: number): void } = {},
): AsyncGenerator<string> {
  const ids =
    conversationId === undefined
      ? await exportedIds(db, ownerId)
      : [await exportedConversation(db, ownerId, conversationId)]
  yield `{"mneme":${JSON.stringify({ format: EXPORT_FORMAT, exportedAt })},"conversations":[`
  let first = true
  for (const { id } of ids) {
    const found = exportedConversation(db, ownerId, id)
    const row = await (conversationId === undefined ? unlessDeleted(found) : found)
    if (!row) continue
    yield `${first ? '' : ','}\n{"conversation":${JSON.stringify(row)}`
    first = false
    let bytes = 0
    for await (const { name, text } of rowsAsJson(db, ownerId, id)) {
      if (onConversation && name !== 'blobs') bytes += Buffer.byteLength(text)
      yield text
    }
    onConversation?.(row.title, bytes)
    yield '}'
  }
  yield '\n],"facts":['
  yield* itemsAsJson(exportedFacts(db, ownerId, conversationId))
  yield '],"strategies":['
  yield* itemsAsJson(exportedStrategies(db, ownerId, conversationId))
  yield ']'
  if (conversationId === undefined) {
    yield `,"settings":${JSON.stringify(await exportedSettings(db, ownerId))}`
    yield `,"positions":${JSON.stringify(await exportedPositions(db, ownerId))}`
  }
  yield '}\n'
}

/** null for a conversation that was deleted since its id was read. */
export const unlessDeleted = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (isGone(error) || (error instanceof MnemeError && error.code === 'not_found')) return null
    throw error
  })

async function* itemsAsJson(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let comma = ''
  for await (const items of pages)
    for (const item of items) {
      yield `${comma}\n${JSON.stringify(item)}`
      comma = ','
    }
}

async function* rowsAsJson(
  db: Db,
  ownerId: string,
  conversationId: string,
): AsyncGenerator<{ name: BundleName; text: string }> {
  const opening = (name: BundleName) => `${name === BUNDLE_NAMES[0] ? '' : ']'},"${name}":[`
  let open = -1
  for await (const { name, rows } of exportedRows(db, ownerId, conversationId)) {
    const at = BUNDLE_NAMES.indexOf(name)
    const before =
      open < at
        ? BUNDLE_NAMES.slice(open + 1, at + 1)
            .map(opening)
            .join('')
        : ','
    open = at
    yield { name, text: before + rows.map((row) => JSON.stringify(row)).join(',') }
  }
  yield {
    name: 'settings',
    text: `${BUNDLE_NAMES.slice(open + 1)
      .map(opening)
      .join('')}]`,
  }
}
