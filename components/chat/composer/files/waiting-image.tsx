'use client'
import { ImageIcon, RotateCcw, X } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { imageHref } from '@/lib/shared/turn/images'
import { UploadProgress } from './upload-progress'
import { canRetry, type Upload, type Uploads } from './use-uploads'

type Props = Pick<Uploads, 'remove' | 'retry'> & { upload: Upload }

/** An image of the next message, as a thumbnail once the server has it. */
export function WaitingImage({ upload, remove, retry }: Props) {
  const { attachment, error, name } = upload
  return (
    <li
      className={cn(
        'relative flex overflow-hidden rounded-md border bg-surface',
        error ? 'max-w-full items-center gap-1.5 border-error-line px-2 py-1 text-xs' : 'size-20 border-line',
      )}
    >
      {error ? (
        <>
          <span className="max-w-48 truncate">{name}</span>
          <span className="text-error">{error.message}</span>
          {canRetry(upload) && (
            <IconButton label={`Retry ${name}`} small onClick={() => retry(upload)}>
              <RotateCcw />
            </IconButton>
          )}
        </>
      ) : attachment ? (
        // biome-ignore lint/performance/noImgElement: it comes from our own route, which needs the cookie
        <img src={imageHref(attachment.uploadId)} alt={name} className="size-full object-cover" />
      ) : (
        <ImageIcon aria-hidden className="m-auto size-5 text-ink-faint" />
      )}
      <IconButton
        label={`Remove ${name}`}
        small
        onClick={() => remove(upload)}
        className={error ? '' : 'absolute top-0.5 right-0.5 bg-raised text-ink shadow-float hover:bg-sunken'}
      >
        <X />
      </IconButton>
      {!attachment && !error && <UploadProgress name={name} share={upload.progress} />}
    </li>
  )
}
