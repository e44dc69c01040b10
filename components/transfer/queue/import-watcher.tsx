'use client'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { toast } from 'sonner'
import { useAnnounce } from '@/components/shell/announcer'
import { IMPORT_PAGE } from '@/components/shell/places'
import { useShell } from '@/components/shell/shell-context'
import { overWords } from '@/components/transfer/import-words'
import { useFormat } from '@/components/ui/words/use-format'
import { type ImportItem, imports, onImportOver, useImports } from './import-queue'

/** Announces imports, updates the list of conversations, and warns before the tab is closed. */
export function ImportWatcher() {
  const { refreshConversations } = useShell()
  const announce = useAnnounce()
  const format = useFormat()
  const router = useRouter()
  const here = usePathname() === IMPORT_PAGE
  const current =
    useImports().find(({ state }) => state.kind === 'sending' || state.kind === 'reading')?.name ?? null

  useEffect(() => {
    if (current) announce(`Importing ${current}`)
  }, [current, announce])
  const over = useEffectEvent((item: ImportItem) => {
    const words = overWords(item, format)
    announce(words)
    void refreshConversations()
    if (!here) toast(words, { action: { label: 'Show', onClick: () => router.push(IMPORT_PAGE) } })
  })
  useEffect(() => onImportOver((item) => over(item)), [])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (imports.isBusy()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return null
}
