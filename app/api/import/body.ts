import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { within } from '@/lib/shared/within'

/** The declared length of a body. @throws MnemeError invalid, too_large. */
export function declaredLength(headers: Headers): number {
  const said = headers.get('content-length') ?? ''
  const length = /^\d{1,15}$/.test(said) ? Number(said) : 0
  if (length === 0)
    throw new MnemeError(
      'invalid',
      'The file is empty, or the upload has no Content-Length header.',
      'Choose the file again.',
    )
  if (length > limits.upload.importBytes)
    throw new MnemeError(
      'too_large',
      `The browser can upload at most ${limits.upload.importBytes / 1e9} GB.`,
      'Use the command line: npm run mneme -- import FILE',
    )
  return length
}

/**
 * The bytes of a body. @throws MnemeError invalid if its length differs from the declared one, or if it
 * pauses for `idleMs`: a stalled upload would occupy the person's place for an hour.
 */
export async function* wholeBody(
  body: ReadableStream<Uint8Array> | null,
  length: number,
  idleMs: number = limits.upload.idleMs,
): AsyncGenerator<Uint8Array> {
  const incomplete = () =>
    new MnemeError('invalid', 'The upload was incomplete.', 'Nothing was added. Import the same file again.')
  let read = 0
  const reader = body?.getReader()
  try {
    for (;;) {
      const piece = reader && (await within(reader.read(), idleMs))
      if (piece === null) throw incomplete()
      if (!piece || piece.done) break
      read += piece.value.byteLength
      if (read > length) throw incomplete()
      yield piece.value
    }
    if (read !== length) throw incomplete()
  } finally {
    await reader?.cancel().catch(() => {})
  }
}
