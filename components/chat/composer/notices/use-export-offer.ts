'use client'
import { useState } from 'react'
import { looksLikeExport } from '@/components/transfer/queue/looks-like-export'

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
