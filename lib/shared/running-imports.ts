import { once } from './once'

/** Imports running in this process, by owner and start time. */
const running = () => once('running-imports', () => new Set<string>())
const keyOf = (ownerId: string, at: Date) => `${at.getTime()} ${ownerId}`

/** @returns a function that ends it. */
export function beginImport(ownerId: string, at: Date): () => void {
  const key = keyOf(ownerId, at)
  running().add(key)
  return () => void running().delete(key)
}

export const isImportRunning = (ownerId: string, at: Date): boolean => running().has(keyOf(ownerId, at))
