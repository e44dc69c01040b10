import { ContextMemoryStore } from '@/lib/memory/context/context-memory-store'
import type { StoreDeps } from '@/lib/memory/context/memory-import'
import type { EXPORT_FORMATS } from '@/lib/shared/transfer/transfer'
import { zipped } from './archive/zip-writer'
import { conversationsOf, exportStream } from './export'
import { markdownNotes } from './markdown/markdown'

type ExportFormat = (typeof EXPORT_FORMATS)[number]
type Deps = Omit<StoreDeps, 'conversationId'>
/** What a file in this format is. */
export const fileOf = (format: ExportFormat) =>
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
 * Contexts and summaries in the shapes of the original project, as chunks of one JSON document. Of one
 * conversation `{id, title, contexts, summaries, currentTurn}`, which `ContextMemoryStore.import` takes too; of
 * all `{"conversations": […]}`. Only active paths, without what is in the trash.
 * @throws MnemeError not_found for another owner's conversation.
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
