import type { Db } from '@/lib/db/engine/client'
import { isGone } from '@/lib/db/engine/errors'
import type { ConversationRow } from '@/lib/db/transfer/bundle-rows'
import { exportedStrategies } from '@/lib/db/transfer/exported-strategies'
import { exportedConversation, exportedIds, exportedRows, exportedSettings } from '@/lib/db/transfer/exports'
import { exportedFacts } from '@/lib/db/transfer/facts'
import { MnemeError } from '@/lib/shared/errors'

/** Version of the format. Imports refuse higher ones. */
export const EXPORT_FORMAT = 3

/**
 * Everything of an owner, or one conversation, as chunks of one JSON document: `{"mneme": {format,
 * exportedAt}, "conversations": [{conversation, branches, turns, …, blobs}], "facts": […], "strategies": […],
 * "settings": […]}`, with the rows of `lib/db/transfer/bundle-rows.ts`. Reads a page of
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
  let head = `{"mneme":${JSON.stringify({ format: EXPORT_FORMAT, exportedAt })},"conversations":[`
  for await (const row of conversationsOf(db, ownerId, conversationId)) {
    yield `${head}\n{"conversation":${JSON.stringify(row)}`
    head = ','
    let [bytes, kind, before] = [0, '', '']
    for await (const { name, rows } of exportedRows(db, ownerId, row.id)) {
      if (name === kind && rows.length === 0) continue
      if (name !== kind) before = `${kind && ']'},"${name}":[`
      kind = name
      const text = before + rows.map((one) => JSON.stringify(one)).join(',')
      if (onConversation && name !== 'blobs') bytes += Buffer.byteLength(text)
      yield text
      before = rows.length ? ',' : ''
    }
    onConversation?.(row.title, bytes)
    yield ']}'
  }
  yield `${head === ',' ? '' : head}\n],"facts":[`
  yield* itemsAsJson(exportedFacts(db, ownerId, conversationId))
  yield '],"strategies":['
  yield* itemsAsJson(exportedStrategies(db, ownerId, conversationId))
  yield ']'
  if (conversationId === undefined) yield `,"settings":${JSON.stringify(await exportedSettings(db, ownerId))}`
  yield '}\n'
}

/**
 * The rows of all conversations that are not in the trash, or of one. One that is deleted meanwhile is left
 * out. @throws MnemeError not_found for another owner's conversation.
 */
export async function* conversationsOf(
  db: Db,
  ownerId: string,
  conversationId?: string,
): AsyncGenerator<ConversationRow, void> {
  if (conversationId !== undefined) return yield await exportedConversation(db, ownerId, conversationId)
  for (const { id } of await exportedIds(db, ownerId)) {
    const row = await exportedConversation(db, ownerId, id).catch((error: unknown) => {
      if (isGone(error) || (error instanceof MnemeError && error.code === 'not_found')) return null
      throw error
    })
    if (row) yield row
  }
}

async function* itemsAsJson(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let comma = ''
  for await (const items of pages)
    for (const item of items) {
      yield `${comma}\n${JSON.stringify(item)}`
      comma = ','
    }
}
