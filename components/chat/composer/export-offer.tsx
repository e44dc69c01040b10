'use client'
import { FileInput, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { IMPORT_PAGE } from '@/components/shell/places'
import { imports } from '@/components/transfer/queue/imports'
import { isZip } from '@/components/transfer/queue/looks-like-export'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'

type Props = { files: File[]; onAttach(files: File[]): void; onDone(): void }

/** Offers to import exports that were attached to a message. Those that are text may be attached anyway. */
export function ExportOffer({ files, onAttach, onDone }: Props) {
  const router = useRouter()
  if (files.length === 0) return null
  const one = files.length === 1
  const bring = () => {
    imports.add(files)
    onDone()
    router.push(IMPORT_PAGE)
  }
  const attach = () => {
    onAttach(files)
    onDone()
  }
  return (
    <div
      role="status"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2"
    >
      <FileInput aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 basis-52 break-words">
        <span className="font-medium">
          {one
            ? `${files[0]?.name} looks like an export. Import it?`
            : `${files.length} files look like exports. Import them?`}
        </span>{' '}
        <span className="text-ink-soft">
          {files.some(isZip)
            ? 'A ZIP file cannot go with a message.'
            : `${one ? 'Its' : 'Their'} conversations become memory.`}
        </span>
      </p>
      <div className="flex items-center gap-2">
        <Button size="sm" onClick={bring}>
          Import
        </Button>
        {!files.some(isZip) && (
          <Button size="sm" onClick={attach}>
            Attach
          </Button>
        )}
        <IconButton label="Dismiss" small onClick={onDone}>
          <X />
        </IconButton>
      </div>
    </div>
  )
}
