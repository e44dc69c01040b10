'use client'
import { useSyncExternalStore } from 'react'
import { newId } from '@/components/chat/composer/new-id'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ImportProgress, ImportReport } from '@/lib/shared/transfer/transfer'
import { type ImportLine, importLineSchema } from '@/lib/shared/transfer/transfer'

export type ImportOutcome = { report: ImportReport } | { error: Failure }
export type ImportWatching = { onSent(share: number): void; onProgress(progress: ImportProgress): void }
export type SendImport = (file: File, watcher: ImportWatching, signal: AbortSignal) => Promise<ImportOutcome>

export const CANCELLED: Failure = { code: 'interrupted', message: 'Cancelled.' }
const UNREACHABLE: Failure = {
  code: 'unavailable',
  message: 'The connection to Mneme was lost.',
  hint: 'Complete conversations are kept. Import the same file again to add the rest.',
}

/** Sends one file and follows the import; aborting ends both. `fetch` would report no upload progress. */
const sendImport: SendImport = (file, watcher, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve({ error: CANCELLED })
    const request = new XMLHttpRequest()
    const linesIn = lineReader()
    let outcome: Exclude<ImportLine, { progress: unknown }> | null = null
    const read = (end = '') => {
      for (const line of linesIn(request.responseText + end))
        if ('progress' in line) watcher.onProgress(line.progress)
        else outcome = line
    }
    request.open('POST', `/api/import?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = (event) =>
      event.lengthComputable && watcher.onSent(event.loaded / event.total)
    request.onprogress = () => request.status === 200 && read()
    request.onerror = () => resolve({ error: UNREACHABLE })
    request.onabort = () => resolve({ error: CANCELLED })
    request.onload = () => {
      read('\n')
      resolve(outcome ?? { error: UNREACHABLE })
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })

/** Reads the lines of a growing text, each once it has ended. Anything else in it is passed over. */
export function lineReader() {
  let read = 0
  return (text: string): ImportLine[] => {
    const end = text.lastIndexOf('\n') + 1
    const lines = text.slice(read, end).split('\n')
    read = Math.max(read, end)
    return lines.flatMap((line) => {
      try {
        return importLineSchema.safeParse(JSON.parse(line)).data ?? []
      } catch {
        return []
      }
    })
  }
}

export type ImportState =
  | { kind: 'waiting' }
  | { kind: 'sending'; share: number }
  | { kind: 'reading'; progress: ImportProgress }
  | { kind: 'done'; report: ImportReport }
  | { kind: 'failed'; error: Failure; progress: ImportProgress | null }
export type ImportItem = { id: string; name: string; size: number; state: ImportState }
export const isOver = ({ state }: ImportItem) => state.kind === 'done' || state.kind === 'failed'

type Deps = {
  send: SendImport
  id(): string
  onOver(item: ImportItem): void
}

/** Imports files one after the other, while the person visits other pages of this tab too. */
export class ImportQueue {
  private items: readonly ImportItem[] = []
  private readonly files = new Map<string, File>()
  private readonly listeners = new Set<() => void>()
  private running: { id: string; controller: AbortController } | null = null

  constructor(private readonly deps: Deps) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  /** The same array until something changes. */
  list = (): readonly ImportItem[] => this.items
  isBusy = () => this.running !== null

  add(files: File[]) {
    const added = files.map((file) => {
      const id = this.deps.id()
      this.files.set(id, file)
      return { id, name: file.name, size: file.size, state: { kind: 'waiting' } as const }
    })
    this.set([...this.items, ...added])
    void this.run()
  }

  cancel(id: string) {
    if (this.running?.id === id) this.running.controller.abort()
    else if (this.items.find((item) => item.id === id)?.state.kind === 'waiting')
      this.put(id, { kind: 'failed', error: CANCELLED, progress: null })
  }

  /** Retries a file; what is already here is not added again. */
  retry(id: string) {
    if (!this.items.some((item) => item.id === id && item.state.kind === 'failed')) return
    this.put(id, { kind: 'waiting' })
    void this.run()
  }

  dismiss(id: string) {
    if (!this.items.some((item) => item.id === id && isOver(item))) return
    this.files.delete(id)
    this.set(this.items.filter((item) => item.id !== id))
  }

  private async run() {
    if (this.running) return
    for (;;) {
      const next = this.items.find((item) => item.state.kind === 'waiting')
      const file = next && this.files.get(next.id)
      if (!next || !file) break
      this.running = { id: next.id, controller: new AbortController() }
      await this.one(next.id, file, this.running.controller.signal)
      this.running = null
      const over = this.items.find((item) => item.id === next.id)
      if (over) this.deps.onOver(over)
    }
  }

  private async one(id: string, file: File, signal: AbortSignal) {
    let last: ImportProgress | null = null
    this.put(id, { kind: 'sending', share: 0 })
    const problem = fileProblem(file)
    if (problem) return this.put(id, { kind: 'failed', error: problem, progress: null })
    const onSent = (share: number) => last === null && this.put(id, { kind: 'sending', share })
    const onProgress = (progress: ImportProgress) => {
      last = progress
      this.put(id, { kind: 'reading', progress })
    }
    const outcome = await this.deps.send(file, { onSent, onProgress }, signal)
    if ('error' in outcome) this.put(id, { kind: 'failed', error: outcome.error, progress: last })
    else this.put(id, { kind: 'done', report: outcome.report })
  }

  private put(id: string, state: ImportState) {
    this.set(this.items.map((item) => (item.id === id ? { ...item, state } : item)))
  }

  private set(items: readonly ImportItem[]) {
    this.items = items
    for (const listener of this.listeners) listener()
  }
}

/** Why a file need not be sent; null if it may contain conversations. */
export function fileProblem({ size }: Pick<Blob, 'size'>): Failure | null {
  if (size === 0)
    return {
      code: 'invalid',
      message: 'This file is empty.',
      hint: 'Choose an export, or the conversations.json in it.',
    }
  if (size > limits.upload.importBytes)
    return {
      code: 'too_large',
      message: `This file is larger than ${limits.upload.importBytes / 1e9} GB, the upload limit.`,
      hint: 'Use the command line: npm run mneme -- import FILE',
    }
  return null
}

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

export function onImportOver(listener: (item: ImportItem) => void): () => void {
  overListeners.add(listener)
  return () => void overListeners.delete(listener)
}
