import type { Db } from '@/lib/db/engine/client'
import { conversationsOf, exportedRows, exportedSettings } from '@/lib/db/transfer/exports'
import { exportedFacts } from '@/lib/db/transfer/facts'
import { exportedStrategies } from '@/lib/db/transfer/strategies'
import { ContextMemoryStore } from '@/lib/memory/context/context-memory-store'
import type { ImportDeps } from '@/lib/memory/context/memory-import'
import type { EXPORT_FORMATS } from '@/lib/shared/transfer/transfer'
import { markdownNotes, zipped } from './markdown/markdown'

/** Version of the format. Imports refuse higher ones. */
export const EXPORT_FORMAT = 4

/**
 * Chunks of one JSON document: `{"mneme": {format, exportedAt}, "conversations": [{conversation, branches,
 * turns, …, blobs}], "facts": […], "strategies": […], "settings": […]}`, with the rows of `bundle-rows.ts`.
 * Of everything, the sample is left out. `onConversation` receives each one's size without its texts. @throws MnemeError not_found
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

async function* itemsAsJson(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let comma = ''
  for await (const items of pages)
    for (const item of items) {
      yield `${comma}\n${JSON.stringify(item)}`
      comma = ','
    }
}

type ExportFormat = (typeof EXPORT_FORMATS)[number]
type Deps = Omit<ImportDeps, 'conversationId'>
/** What a file in this format is. */
export const exportFile = (format: ExportFormat) =>
  format === 'markdown'
    ? { extension: 'zip', type: 'application/zip' }
    : { extension: 'json', type: 'application/json; charset=utf-8' }

/** Everything, or one conversation, in a format. @throws MnemeError not_found for another owner's conversation. */
export function exportIn(
  format: ExportFormat,
  deps: Deps,
  id: string | undefined,
  onConversation?: (title: string, bytes: number) => void,
): AsyncGenerator<string | Uint8Array> {
  const { db, ownerId, runtime } = deps
  if (format === 'seed') return seedStream(deps, id)
  if (format === 'markdown') return zipped(markdownNotes(db, ownerId, runtime.now(), id))
  return exportStream(db, ownerId, {
    exportedAt: runtime.now(),
    ...(onConversation ? { onConversation } : {}),
    ...(id === undefined ? {} : { conversationId: id }),
  })
}

/**
 * Contexts and summaries as in the original project: of one conversation `{id, title, contexts, summaries,
 * currentTurn}`, of all `{"conversations": […]}`. Only active paths. @throws MnemeError not_found
 */
export async function* seedStream(deps: Deps, conversationId?: string): AsyncGenerator<string> {
  let head = conversationId === undefined ? '{"conversations":[\n' : ''
  for await (const { id, title } of conversationsOf(deps.db, deps.ownerId, conversationId)) {
    const memory = await new ContextMemoryStore({ ...deps, conversationId: id }).export()
    if (conversationId === undefined && memory.contexts.length === 0) continue
    yield `${head}${JSON.stringify({ id, title, ...memory })}`
    head = ',\n'
  }
  if (conversationId === undefined) yield `${head.replace(/^,\n/, '')}\n]}`
  yield '\n'
}
