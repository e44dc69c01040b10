'use client'
import { useRouter } from 'next/navigation'
import { type DragEvent, useState } from 'react'
import { IMPORT_PAGE } from '@/components/shell/places'
import { imports } from './imports'

const TYPES = ['application/json', 'application/zip', 'application/x-zip-compressed']
const isExport = (file: File) => TYPES.includes(file.type) || /\.(json|zip)$/i.test(file.name)

/**
 * JSON and ZIP files dropped on an element are imported, and the import page opens. Other files are left to
 * other handlers.
 */
export function useImportDrop() {
  const router = useRouter()
  const [over, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length === 0 || !files.every(isExport)) return
        event.preventDefault()
        imports.add(files)
        router.push(IMPORT_PAGE)
      },
    },
  }
}
