'use client'
import { Paperclip, RotateCcw, X } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import { UploadProgress } from './upload-progress'
import { canRetry, isImage, type Uploads } from './use-uploads'
import { WaitingImage } from './waiting-image'

export const focusWaitingFiles = () => document.querySelector<HTMLElement>('[data-waiting-files]')?.focus()

/** Files of the next message, with their progress. */
export function UploadList({ uploads, remove, retry }: Pick<Uploads, 'uploads' | 'remove' | 'retry'>) {
  const format = useFormat()
  if (uploads.length === 0) return null
  return (
    <ul
      aria-label="Files to send"
      data-waiting-files
      tabIndex={-1}
      className="mx-1.5 -mb-1.5 mt-1.5 flex flex-wrap items-end gap-1.5 rounded-md p-1.5 focus:outline-2 focus:outline-accent"
    >
      {uploads.filter(isImage).map((upload) => (
        <WaitingImage key={upload.id} upload={upload} remove={remove} retry={retry} />
      ))}
      {uploads
        .filter((upload) => !isImage(upload))
        .map((upload) => (
          <li
            key={upload.id}
            className={cn(
              'relative inline-flex max-w-full items-center gap-1.5 overflow-hidden rounded-md border bg-surface py-0.5 pl-2 text-xs',
              upload.error ? 'border-error-line' : 'border-line',
            )}
          >
            <Paperclip aria-hidden className="size-3 shrink-0 text-ink-faint" />
            {!upload.error?.message.includes(upload.name) && (
              <span className="max-w-48 truncate">{upload.attachment?.path ?? upload.name}</span>
            )}
            {upload.error ? (
              <span className="text-error">{upload.error.message}</span>
            ) : (
              <span className="text-ink-faint tabular">{format.bytes(upload.bytes)}</span>
            )}
            {canRetry(upload) && (
              <IconButton label={`Retry ${upload.name}`} small onClick={() => retry(upload)}>
                <RotateCcw />
              </IconButton>
            )}
            <IconButton label={`Remove ${upload.name}`} small onClick={() => remove(upload)}>
              <X />
            </IconButton>
            {!upload.attachment && !upload.error && (
              <UploadProgress name={upload.name} share={upload.progress} />
            )}
          </li>
        ))}
    </ul>
  )
}
