import type { StoreDeps } from '@/lib/memory/context/store-deps'
import type { EXPORT_FORMATS } from '@/lib/shared/transfer/transfer'
import { zipped } from './archive/zip-writer'
import { exportStream } from './export'
import { markdownNotes } from './markdown/markdown'
import { seedStream } from './seed-export'

type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** What a file in this format is. */
export const fileOf = (format: ExportFormat) =>
  format === 'markdown'
    ? { extension: 'zip', type: 'application/zip' }
    : { extension: 'json', type: 'application/json; charset=utf-8' }

/** Everything, or one conversation, in a format. @throws MnemeError not_found for another owner's conversation. */
export function exportIn(
  format: ExportFormat,
  deps: Omit<StoreDeps, 'conversationId'>,
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
