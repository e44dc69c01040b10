'use client'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import type { Attachment } from '@/lib/shared/schemas'
import { imageHref } from '@/lib/shared/turn/images'

type Props = { image: Attachment; onOpen(): void; className?: string }

/** An image of a message in small; opens it larger. */
export function ImageThumb({ image, onOpen, className }: Props) {
  const [isGone, setIsGone] = useState(false)
  return (
    <button
      type="button"
      aria-label={isGone ? `${image.path} is no longer here` : `View ${image.path}`}
      disabled={isGone}
      onClick={onOpen}
      className={cn(
        'flex items-center justify-center overflow-hidden rounded-md border border-line bg-sunken transition-colors duration-150 hover:border-accent',
        className,
      )}
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
