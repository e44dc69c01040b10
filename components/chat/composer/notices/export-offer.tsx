'use client'
import { FileInput, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { IMPORT_PAGE } from '@/components/shell/places'
import { imports } from '@/components/transfer/queue/imports'
import { isZip, looksLikeExport } from '@/components/transfer/queue/looks-like-export'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Notice } from './notice'

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
  const title = one
    ? `${files[0]?.name} looks like an export. Import it?`
    : `${files.length} files look like exports. Import them?`
  const hasZip = files.some(isZip)
  const note = hasZip
    ? 'ZIP files cannot be attached.'
    : `${one ? 'Its' : 'Their'} conversations will be added to memory.`
  return (
    <Notice icon={<FileInput aria-hidden />} title={title} note={note}>
      <Button size="sm" onClick={bring}>
        Import
      </Button>
      {!hasZip && (
        <Button size="sm" onClick={attach}>
          Attach
        </Button>
      )}
      <IconButton icon={<X />} label="Dismiss" small onClick={onDone} />
    </Notice>
  )
}

/** Separates exports, which are offered for import, from files for the next message. */
export function useExportOffer(attach: (files: File[]) => void) {
  const [offered, setOffered] = useState<File[]>([])
  const take = async (files: File[]) => {
    const exports = await Promise.all(files.map(looksLikeExport))
    attach(files.filter((_, i) => !exports[i]))
    setOffered((waiting) => [...waiting, ...files.filter((_, i) => exports[i])])
  }
  return { offered, take, dismiss: () => setOffered([]) }
}
