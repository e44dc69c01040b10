import type { Failure, Result } from '@/lib/shared/errors'
import type { Attachment } from '@/lib/shared/schemas'

const UNREACHABLE: Failure = {
  code: 'unavailable',
  message: 'The file did not arrive.',
  hint: 'Check the connection and retry.',
}

/** Uploads one file. XMLHttpRequest, because fetch reports no upload progress (0 to 1). */
export function sendFile(
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
    request.onabort = () => fail({ code: 'interrupted', message: 'The upload was cancelled.' })
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
