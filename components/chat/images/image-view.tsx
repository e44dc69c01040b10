'use client'
import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import type { Attachment } from '@/lib/shared/schemas'
import { imageHref } from '@/lib/shared/turn/images'

type ViewProps = {
  images: readonly Attachment[]
  at: number | null
  onChange(at: number | null): void
  onClosed(): void
}

function ImageView({ images, at, onChange, onClosed }: ViewProps) {
  const format = useFormat()
  const shown = at === null ? undefined : images[at]
  const place = at ?? 0
  const go = (by: number) => onChange((place + by + images.length) % images.length)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  const size = shown?.image ? `${shown.image.width} × ${shown.image.height} · ` : ''
  return (
    <Dialog
      open={shown !== undefined}
      wide
      onOpenChange={() => onChange(null)}
      onClosed={onClosed}
      onKeyDown={onKeyDown}
      title={shown?.path ?? ''}
      description={shown ? `${size}${format.bytes(shown.bytes)}` : ''}
    >
      {shown && (
        <div className="flex flex-col items-center gap-3">
          {/* biome-ignore lint/performance/noImgElement: it comes from our own route, which needs the cookie */}
          <img
            src={imageHref(shown.uploadId)}
            alt={shown.path}
            className="max-h-[56vh] max-w-full rounded-sm object-contain"
          />
          {images.length > 1 && (
            <div className="flex items-center gap-2 text-ink-soft text-sm">
              <IconButton icon={<ChevronLeft />} label="Previous image" onClick={() => go(-1)} />
              <span className="tabular" aria-live="polite">
                {place + 1} of {images.length}
              </span>
              <IconButton icon={<ChevronRight />} label="Next image" onClick={() => go(1)} />
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

export function MessageImages({ images }: { images: readonly Attachment[] }) {
  const [at, setAt] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const opened = useRef(0)
  if (images.length === 0) return null
  return (
    <>
      <ul ref={list} aria-label="Images" className="mt-2 flex flex-wrap gap-2">
        {images.map((image, i) => (
          <li key={image.uploadId}>
            <ImageThumb
              image={image}
              onOpen={() => {
                opened.current = i
                setAt(i)
              }}
            />
          </li>
        ))}
      </ul>
      <ImageView
        images={images}
        at={at}
        onChange={setAt}
        onClosed={() => list.current?.querySelectorAll('button')[opened.current]?.focus()}
      />
    </>
  )
}

function ImageThumb({ image, onOpen }: { image: Attachment; onOpen(): void }) {
  const [isGone, setIsGone] = useState(false)
  return (
    <button
      type="button"
      aria-label={isGone ? `${image.path} is no longer here` : `View ${image.path}`}
      disabled={isGone}
      onClick={onOpen}
      className="flex size-28 max-w-full items-center justify-center overflow-hidden rounded-md border border-line bg-sunken transition-colors duration-150 hover:border-accent"
    >
      {isGone ? (
        <ImageOff aria-hidden className="size-5 text-ink-faint" />
      ) : (
        // biome-ignore lint/performance/noImgElement: it comes from our own route, which needs the person's cookie
        <img
          src={imageHref(image.uploadId)}
          alt={image.path}
          width={image.image?.width}
          height={image.image?.height}
          loading="lazy"
          decoding="async"
          onError={() => setIsGone(true)}
          className="size-full object-cover"
        />
      )}
    </button>
  )
}
