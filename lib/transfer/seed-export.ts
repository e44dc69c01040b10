import { exportedConversation, exportedIds } from '@/lib/db/transfer/exports'
import { ContextMemoryStore } from '@/lib/memory/context/context-memory-store'
import type { StoreDeps } from '@/lib/memory/context/store-deps'
import { unlessDeleted } from './export'

/**
 * Contexts and summaries in the shapes of the original project, as chunks of one JSON document. Of one
 * conversation `{id, title, contexts, summaries, currentTurn}`, which `ContextMemoryStore.import` takes too; of
 * all `{"conversations": […]}`. Only active paths, without what is in the trash.
 * @throws MnemeError not_found for another owner's conversation.
 */
export async function* seedStream(
  deps: Omit<StoreDeps, 'conversationId'>,
  conversationId?: string,
): AsyncGenerator<string> {
  const { db, ownerId } = deps
  const memoryOf = (id: string) => new ContextMemoryStore({ ...deps, conversationId: id }).export()
  if (conversationId !== undefined) {
    const { id, title } = await exportedConversation(db, ownerId, conversationId)
    yield `${JSON.stringify({ id, title, ...(await memoryOf(id)) })}\n`
    return
  }
  yield '{"conversations":['
  let comma = ''
  for (const { id } of await exportedIds(db, ownerId)) {
    const row = await unlessDeleted(exportedConversation(db, ownerId, id))
    if (!row) continue
    const memory = await memoryOf(id)
    if (memory.contexts.length === 0) continue
    yield `${comma}\n${JSON.stringify({ id, title: row.title, ...memory })}`
    comma = ','
  }
  yield '\n]}\n'
}
