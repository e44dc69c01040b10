'use client'
import { ImageIcon, Paperclip, RotateCcw, X } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import { imageHref } from '@/lib/shared/turn/images'
import { canRetry, isImage, type Upload, type Uploads } from './use-uploads'

export const focusWaitingFiles = () => document.querySelector<HTMLElement>('[data-waiting-files]')?.focus()

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
              <IconButton
                icon={<RotateCcw />}
                label={`Retry ${upload.name}`}
                small
                onClick={() => retry(upload)}
              />
            )}
            <IconButton icon={<X />} label={`Remove ${upload.name}`} small onClick={() => remove(upload)} />
            {!upload.attachment && !upload.error && (
              <UploadProgress name={upload.name} share={upload.progress} />
            )}
          </li>
        ))}
    </ul>
  )
}

type Props = Pick<Uploads, 'remove' | 'retry'> & { upload: Upload }

function WaitingImage({ upload, remove, retry }: Props) {
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
            <IconButton icon={<RotateCcw />} label={`Retry ${name}`} small onClick={() => retry(upload)} />
          )}
        </>
      ) : attachment ? (
        // biome-ignore lint/performance/noImgElement: it comes from our own route, which needs the cookie
        <img src={imageHref(attachment.uploadId)} alt={name} className="size-full object-cover" />
      ) : (
        <ImageIcon aria-hidden className="m-auto size-5 text-ink-faint" />
      )}
      <IconButton
        icon={<X />}
        label={`Remove ${name}`}
        small
        onClick={() => remove(upload)}
        className={error ? '' : 'absolute top-0.5 right-0.5 bg-raised text-ink shadow-float hover:bg-sunken'}
      />
      {!attachment && !error && <UploadProgress name={name} share={upload.progress} />}
    </li>
  )
}

/** The progress of one upload, 0 to 1, along the bottom of its item. */
function UploadProgress({ name, share }: { name: string; share: number }) {
  return (
    <span
      role="progressbar"
      aria-label={`Uploading ${name}`}
      aria-valuenow={Math.round(share * 100)}
      className="absolute inset-x-0 bottom-0 h-0.5 bg-sunken"
    >
      <span
        className="block h-full bg-accent transition-[width] duration-150"
        style={{ width: `${share * 100}%` }}
      />
    </span>
  )
}
