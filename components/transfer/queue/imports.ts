'use client'
import { useSyncExternalStore } from 'react'
import { newId } from '@/components/chat/composer/new-id'
import { type ImportItem, ImportQueue } from './import-queue'
import { sendImport } from './send-import'

const overListeners = new Set<(item: ImportItem) => void>()
/** The imports of this tab. */
export const imports = new ImportQueue({
  send: sendImport,
  id: () => newId('file'),
  onOver: (item) => {
    for (const listener of overListeners) listener(item)
  },
})

const NONE: readonly ImportItem[] = []
export const useImports = () => useSyncExternalStore(imports.subscribe, imports.list, () => NONE)

/** Calls back after every import. @returns an unsubscribe function. */
export function onImportOver(listener: (item: ImportItem) => void): () => void {
  overListeners.add(listener)
  return () => void overListeners.delete(listener)
}
