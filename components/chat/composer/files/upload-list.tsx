'use client'
import { ImageIcon, Paperclip, RotateCcw, X } from 'lucide-react'
import { ProgressBar } from '@/components/transfer/progress-bar'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import { imageHref } from '@/lib/shared/turn/images'
import { canRetry, isImage, type Upload, type Uploads } from './use-uploads'

export const focusWaitingFiles = () => document.querySelector<HTMLElement>('[data-waiting-files]')?.focus()

export function UploadList({ uploads, remove, retry }: Pick<Uploads, 'uploads' | 'remove' | 'retry'>) {
  if (uploads.length === 0) return null
  return (
    <ul
      aria-label="Files to send"
      data-waiting-files
      tabIndex={-1}
      className="mx-1.5 -mb-1.5 mt-1.5 flex flex-wrap items-end gap-1.5 rounded-md p-1.5 focus:outline-2 focus:outline-accent"
    >
      {[...uploads]
        .sort((a, b) => Number(isImage(b)) - Number(isImage(a)))
        .map((upload) => (
          <WaitingFile key={upload.id} upload={upload} remove={remove} retry={retry} />
        ))}
    </ul>
  )
}

type Props = Pick<Uploads, 'remove' | 'retry'> & { upload: Upload }

function WaitingFile({ upload, remove, retry }: Props) {
  const format = useFormat()
  const { attachment, error, name } = upload
  const isThumbnail = isImage(upload) && !error
  return (
    <li
      className={cn(
        'relative overflow-hidden rounded-md border bg-surface text-xs',
        isThumbnail ? 'flex size-20' : 'inline-flex max-w-full items-center gap-1.5 py-0.5 pl-2',
        error ? 'border-error-line' : 'border-line',
      )}
    >
      {isThumbnail && attachment && (
        // biome-ignore lint/performance/noImgElement: it comes from our own route, which needs the cookie
        <img src={imageHref(attachment.uploadId)} alt={name} className="size-full object-cover" />
      )}
      {isThumbnail && !attachment && <ImageIcon aria-hidden className="m-auto size-5 text-ink-faint" />}
      {!isThumbnail && (
        <>
          <Paperclip aria-hidden className="size-3 shrink-0 text-ink-faint" />
          {!error?.message.includes(name) && (
            <span className="max-w-48 truncate">{attachment?.path ?? name}</span>
          )}
          {error ? (
            <span className="text-error">{error.message}</span>
          ) : (
            <span className="text-ink-faint tabular">
              {format.bytes(upload.bytes)}
              {attachment?.encoding && ', read as Windows-1252'}
            </span>
          )}
        </>
      )}
      {canRetry(upload) && (
        <IconButton icon={<RotateCcw />} label={`Retry ${name}`} small onClick={() => retry(upload)} />
      )}
      <IconButton
        icon={<X />}
        label={`Remove ${name}`}
        small
        onClick={() => remove(upload)}
        className={
          isThumbnail ? 'absolute top-0.5 right-0.5 bg-raised text-ink shadow-float hover:bg-sunken' : ''
        }
      />
      {!attachment && !error && (
        <ProgressBar
          label={`Uploading ${name}`}
          share={upload.progress}
          className="absolute inset-x-0 bottom-0 h-0.5 rounded-none"
        />
      )}
    </li>
  )
}
