'use client'
import { useCallback, useRef, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Attachment } from '@/lib/shared/schemas'
import { formatBytes } from '../ui/format'
import { toastFailure } from '../ui/toast-failure'
import { removeUpload } from './actions'
import { newId } from './new-id'
import { sendFile } from './send-file'
import { takeFiles } from './take-files'

export type Upload = { id: string; name: string; bytes: number; progress: number; attachment: Attachment | null; error: Failure | null; file: File }

/** Files on their way to the next message. */
export function useUploads(conversationId: string) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const running = useRef(new Map<string, AbortController>())
  /** As of this moment, for several changes before the next rendering. */
  const listed = useRef(uploads)
  const change = useCallback((next: (all: Upload[]) => Upload[]) => {
    listed.current = next(listed.current)
    setUploads(listed.current)
  }, [])
  const patch = useCallback((id: string, patched: Partial<Upload>) => change((all) => all.map((upload) => (upload.id === id ? { ...upload, ...patched } : upload))), [change])

  const start = useCallback(
    async (upload: Upload) => {
      const tooLarge = upload.bytes > limits.workspace.fileBytes
      if (tooLarge)
        return patch(upload.id, {
          error: { code: 'too_large', message: `${upload.name} is ${formatBytes(upload.bytes)}; the most is ${formatBytes(limits.workspace.fileBytes)}.` },
        })
      const controller = new AbortController()
      running.current.set(upload.id, controller)
      const result = await sendFile(conversationId, upload.file, (progress) => patch(upload.id, { progress }), controller.signal)
      running.current.delete(upload.id)
      if (!controller.signal.aborted) patch(upload.id, result.ok ? { attachment: result.value, progress: 1 } : { error: result.error })
    },
    [conversationId, patch],
  )
  const add = useCallback(
    (files: File[]) => {
      const { taken, problem } = takeFiles(listed.current.length, files)
      if (problem) toastFailure(problem)
      const fresh = taken.map((file): Upload => ({ id: newId('file'), name: file.name, bytes: file.size, progress: 0, attachment: null, error: null, file }))
      change((all) => [...all, ...fresh])
      for (const upload of fresh) void start(upload)
    },
    [change, start],
  )
  const retry = useCallback(
    (upload: Upload) => {
      patch(upload.id, { error: null, progress: 0 })
      void start({ ...upload, error: null })
    },
    [patch, start],
  )
  const remove = useCallback(
    (upload: Upload) => {
      running.current.get(upload.id)?.abort()
      change((all) => all.filter((other) => other.id !== upload.id))
      if (upload.attachment) void removeUpload({ uploadId: upload.attachment.uploadId })
    },
    [change],
  )
  /** Adds files in the place of those that wait under the same names. */
  const put = useCallback(
    (files: File[]) => {
      for (const upload of listed.current) if (files.some(({ name }) => name === (upload.attachment?.path ?? upload.name))) remove(upload)
      add(files)
    },
    [add, remove],
  )
  /** Forgets the list without deleting the files: they belong to a message now. */
  const clear = useCallback(() => change(() => []), [change])
  const restore = useCallback((given: Upload[]) => change((all) => (all.length ? all : given)), [change])
  return { uploads, add, put, retry, remove, clear, restore }
}
export type Uploads = ReturnType<typeof useUploads>
