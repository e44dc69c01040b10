'use client'
import { FileX, Undo2 } from 'lucide-react'
import type { DeletedFileDto } from '@/lib/shared/dto'
import { Button } from '../ui/button'
import { useBringBack } from './use-bring-back'

/** Deleted files, which can be restored in their last version. */
export function DeletedFiles({ conversationId, files }: { conversationId: string; files: DeletedFileDto[] }) {
  const { busy, bringBack } = useBringBack(conversationId)
  return (
    <section aria-label="Deleted files">
      <h2 className="px-4 pb-1.5 text-ink-faint text-xs">Deleted</h2>
      <ul>
        {files.map((file) => (
          <li key={file.path} className="flex items-center gap-2.5 px-4 py-1">
            <FileX aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-mono text-ink-soft text-xs">{file.path}</p>
              <p className="text-ink-faint text-xs tabular">
                version {file.version}, deleted in message {file.turnNumber}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Restore ${file.path}`}
              disabled={busy === file.path}
              onClick={() => void bringBack(file)}
            >
              <Undo2 aria-hidden className="size-4" /> Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
