'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { server } from '@/components/chat/actions'
import { toastFailure } from '@/components/ui/toast-failure'
import { formatIn } from '@/components/ui/words/format'
import { wordList } from '@/components/ui/words/words'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { plainName } from '@/lib/shared/plain-name'
import type { Attachment } from '@/lib/shared/schemas'
import { IMAGE_TYPES, imageLimits } from '@/lib/shared/turn/images'
import { newId } from '../new-id'
import { dropWaiting, goneWords, keepWaiting, uploadIdsOf, waitingFiles } from '../use-draft'

const { bytes } = formatIn('en')

export type Upload = {
  id: string
  name: string
  bytes: number
  progress: number
  attachment: Attachment | null
  error: Failure | null
  file: File | null
}

/** Files for the next message; uploaded ones are kept with its draft across reloads. */
export function useUploads(conversationId: string, draftKey: string) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const running = useRef(new Map<string, AbortController>())
  /** The current list, for several changes before the next render. */
  const listed = useRef(uploads)
  const change = useCallback((next: (all: Upload[]) => Upload[]) => {
    listed.current = next(listed.current)
    setUploads(listed.current)
  }, [])
  const patch = (id: string, patched: Partial<Upload>) =>
    change((all) => all.map((upload) => (upload.id === id ? { ...upload, ...patched } : upload)))
  const hide = useCallback(
    (files: Attachment[]) =>
      change((all) =>
        all.filter(({ attachment }) => !uploadIdsOf(files).includes(attachment?.uploadId ?? '')),
      ),
    [change],
  )

  const key = useRef(draftKey)
  useEffect(() => {
    const before = key.current
    key.current = draftKey
    if (before !== draftKey) {
      const here = listed.current.flatMap((upload) => upload.attachment ?? [])
      dropWaiting(before, uploadIdsOf(here))
      keepWaiting(draftKey, here)
    }
    const isListed = ({ uploadId }: Attachment) =>
      listed.current.some((upload) => upload.attachment?.uploadId === uploadId)
    const kept = waitingFiles(draftKey)
      .filter((file) => !isListed(file))
      .slice(0, limits.message.maxAttachments)
    if (kept.length === 0) return
    change((all) => [...kept.map(arrived), ...all])
    void server.waitingUploads({ conversationId, uploadIds: uploadIdsOf(kept) }).then((result) => {
      const there = result.ok ? uploadIdsOf(result.value) : uploadIdsOf(kept)
      const gone = kept.filter((file) => isListed(file) && !there.includes(file.uploadId))
      if (gone.length === 0) return
      dropWaiting(draftKey, uploadIdsOf(gone))
      hide(gone)
      const { message, hint } = goneWords(gone)
      toast(message, { description: hint })
    })
  }, [conversationId, draftKey, change, hide])

  const start = async (upload: Upload) => {
    const { id, file, name } = upload
    if (!file) return
    const [most, of] = looksLikeImage(file)
      ? [imageLimits.fileBytes, 'images']
      : [limits.workspace.fileBytes, 'text files']
    if (upload.bytes > most) {
      const message = `${name} is ${bytes(upload.bytes)}; the limit is ${bytes(most)} for ${of}.`
      return patch(id, { error: { code: 'too_large', message } })
    }
    const controller = new AbortController()
    running.current.set(id, controller)
    const onProgress = (progress: number) => patch(id, { progress })
    const result = await sendFile(conversationId, file, onProgress, controller.signal)
    running.current.delete(id)
    if (controller.signal.aborted) return
    // Runs also if the page was left meanwhile.
    if (result.ok) keepWaiting(key.current, [result.value])
    patch(id, result.ok ? { attachment: result.value, progress: 1 } : { error: result.error })
  }
  /** Resolves when they are uploaded or refused. */
  const add = async (files: File[]) => {
    const images = takeImages(listed.current.filter(isImage).length, files)
    const { taken, problem } = takeFiles(listed.current.length, images.taken)
    for (const one of [images.problem, problem]) if (one) toastFailure(one)
    const names = new Set(listed.current.map(({ attachment, name }) => attachment?.path ?? name))
    const fresh = taken.map((file) => {
      const one = looksLikeImage(file) ? file : renamed(file, names)
      names.add(one.name)
      return uploadOf(one)
    })
    change((all) => [...all, ...fresh])
    await Promise.all(fresh.map(start))
  }
  const retry = (upload: Upload) => {
    patch(upload.id, { error: null, progress: 0 })
    void start(upload)
  }
  const remove = (upload: Upload) => {
    running.current.get(upload.id)?.abort()
    change((all) => all.filter((other) => other.id !== upload.id))
    if (!upload.attachment) return
    dropWaiting(key.current, uploadIdsOf([upload.attachment]))
    void server.removeUpload({ uploadId: upload.attachment.uploadId })
  }
  /** Adds files, replacing those with the same names. */
  const put = (files: File[]) => {
    for (const upload of listed.current)
      if (files.some(({ name }) => name === (upload.attachment?.path ?? upload.name))) remove(upload)
    return add(files)
  }
  /** Clears the list but keeps the files: they belong to a message, and to the draft until it is accepted. */
  const clear = () => change(() => [])
  /** Puts files back, ahead of any that were added since. */
  const restore = (given: Upload[]) => change((all) => [...given, ...all])
  return { uploads, add, put, retry, remove, clear, hide, restore }
}

/** Gives a file a free name, such as `notes (2).md`: the workspace keeps only one file per name. */
function renamed(file: File, names: ReadonlySet<string>): File {
  const ending = /[^/]\.([^./]+)$/.exec(file.name)?.[1] ?? ''
  const stem = ending ? file.name.slice(0, -ending.length - 1) : file.name
  let { name } = file
  for (let i = 2; names.has(name); i++) name = `${stem} (${i})${ending && `.${ending}`}`
  return name === file.name ? file : new File([file], name, { type: file.type })
}

const NOTHING_YET = { progress: 0, attachment: null, error: null, file: null }
const uploadOf = (file: File): Upload => ({
  ...NOTHING_YET,
  id: newId('file'),
  name: plainName(file.name),
  bytes: file.size,
  file,
})
export const arrived = (attachment: Attachment): Upload => {
  const { uploadId: id, path: name, bytes } = attachment
  return { ...NOTHING_YET, id, name, bytes, progress: 1, attachment }
}
export const isImage = ({ attachment, file }: Pick<Upload, 'attachment' | 'file'>) =>
  attachment ? attachment.image !== undefined : file !== null && looksLikeImage(file)
/** Whether uploading again can help: not if the file itself was refused. */
export const canRetry = ({ error }: Upload) =>
  error !== null && error.code !== 'too_large' && error.code !== 'invalid'
export type Uploads = ReturnType<typeof useUploads>

export function refusedWords(refused: readonly Upload[]) {
  const it = refused.length === 1 ? 'it' : 'them'
  return {
    message: `Not sent: ${wordList(refused.map(({ name }) => name))} could not be attached.`,
    hint: refused.every(canRetry)
      ? `Retry or remove ${it}, then send.`
      : `Remove ${it}, then send. You can attach another file.`,
  }
}

const UNREACHABLE: Failure = {
  code: 'unavailable',
  message: 'The file could not be uploaded.',
  hint: 'Check your connection and try again.',
}

/** Uploads one file. XMLHttpRequest, because fetch reports no upload progress (0 to 1). */
function sendFile(
  conversationId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Result<Attachment>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const fail = (error: Failure) => resolve({ ok: false, error })
    request.open('POST', '/api/files')
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () => fail(UNREACHABLE)
    request.onabort = () => fail({ code: 'interrupted', message: 'Upload cancelled.' })
    request.onload = () => {
      const body = request.response as { uploads?: Attachment[]; error?: Failure } | null
      const attachment = body?.uploads?.[0]
      if (request.status < 300 && attachment) resolve({ ok: true, value: attachment })
      else fail(body?.error ?? UNREACHABLE)
    }
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('conversationId', conversationId)
    form.set('file', file)
    request.send(form)
  })
}

const most = limits.message.maxAttachments
const were = (count: number) => (count === 1 ? 'was' : 'were')
const tooMany = (left: number, message: string): Failure | null =>
  left ? { code: 'too_large', message } : null

/** The images that still fit next to `listed`, with all other files. `problem` says what was left out. */
function takeImages<T extends { type: string }>(listed: number, files: T[]) {
  const { perMessage } = imageLimits
  let room = perMessage - listed
  const taken = files.filter((file) => !looksLikeImage(file) || room-- > 0)
  const left = files.length - taken.length
  const message = `At most ${perMessage} images per message, so ${left} ${were(left)} left out.`
  return { taken, problem: tooMany(left, message) }
}

/** By the type that the browser derives from the name; the server looks at the bytes. */
const looksLikeImage = ({ type }: { type: string }) => IMAGE_TYPES.some((imageType) => imageType === type)

/** The files that still fit next to `listed`, in the order chosen. `problem` says what was left out. */
export function takeFiles<T>(listed: number, files: T[]) {
  const taken = files.slice(0, Math.max(0, most - listed))
  const left = files.length - taken.length
  const message = `A message can have up to ${most} files; ${left} ${were(left)} not attached.`
  return { taken, problem: tooMany(left, message) }
}
