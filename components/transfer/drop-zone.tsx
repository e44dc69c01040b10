'use client'
import { FileDown } from 'lucide-react'
import { useRef } from 'react'
import { useFileDrop } from '@/components/chat/composer/files/use-file-drop'
import { limits } from '@/lib/shared/limits'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { useFormat } from '../ui/words/use-format'
import { imports } from './queue/imports'

/** Where files are dropped or chosen. A drop counts anywhere on the page. */
export function DropZone({ small }: { small: boolean }) {
  const files = useRef<HTMLInputElement>(null)
  const format = useFormat()
  const add = (chosen: File[]) => imports.add(chosen)
  const dropping = useFileDrop(add)
  return (
    <div
      className={cn(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 text-center transition-colors duration-150',
        small ? 'py-5' : 'py-10',
        dropping ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      {!small && (
        <FileDown aria-hidden className={cn('size-7', dropping ? 'text-accent' : 'text-ink-faint')} />
      )}
      <p className="text-base">{dropping ? 'Drop to import' : 'Drop export files here'}</p>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button look="primary" onClick={() => files.current?.click()}>
        Choose files
      </Button>
      <p className="text-ink-soft">Up to {format.bytes(limits.upload.importBytes)}</p>
    </div>
  )
}
