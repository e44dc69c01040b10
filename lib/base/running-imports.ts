import { once } from './once'

/** Imports at work in this process, by their owner and when they began. */
const running = () => once('running-imports', () => new Set<string>())
const keyOf = (ownerId: string, at: Date) => `${at.getTime()} ${ownerId}`

/** @returns the function that says it is over. */
export function beginImport(ownerId: string, at: Date): () => void {
  const key = keyOf(ownerId, at)
  running().add(key)
  return () => void running().delete(key)
}

export const isImportRunning = (ownerId: string, at: Date): boolean => running().has(keyOf(ownerId, at))
