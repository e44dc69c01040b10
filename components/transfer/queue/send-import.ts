import type { Failure } from '@/lib/shared/errors'
import {
  type ImportLine,
  type ImportProgress,
  type ImportReport,
  importLineSchema,
} from '@/lib/shared/transfer/transfer'

export type ImportOutcome = { report: ImportReport } | { error: Failure }
export type Watcher = { onSent(share: number): void; onProgress(progress: ImportProgress): void }
export type SendImport = (file: File, watcher: Watcher, signal: AbortSignal) => Promise<ImportOutcome>

export const CANCELLED: Failure = { code: 'interrupted', message: 'Cancelled.' }
const UNREACHABLE: Failure = {
  code: 'unavailable',
  message: 'The connection to Mneme was lost.',
  hint: 'Complete conversations are kept. Import the same file again to add the rest.',
}

/** Sends one file and follows the import; aborting ends both. `fetch` would report no upload progress. */
export const sendImport: SendImport = (file, watcher, signal) =>
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
