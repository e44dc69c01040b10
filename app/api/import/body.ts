import { reported } from '@/lib/services/log'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'
import type { ImportLine, ImportProgress, ImportReport } from '@/lib/shared/transfer/transfer'
import { withinMs } from '@/lib/shared/within'

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
      const piece = reader && (await withinMs(reader.read(), idleMs))
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

type Run = (onProgress: (progress: ImportProgress) => void, signal: AbortSignal) => Promise<ImportReport>

/**
 * An import as lines: progress now and then, and the report or failure at the end. The import stops when the
 * reader leaves or `gone` says so.
 */
export function importLines(
  run: Run,
  { gone, now, onEnd }: { gone: AbortSignal; now(): Date; onEnd(): void },
): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const signal = AbortSignal.any([gone, left.signal])
  const encoder = new TextEncoder()
  let said = Number.NEGATIVE_INFINITY
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (line: ImportLine) =>
        void (left.signal.aborted || controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)))
      const progress = (progress: ImportProgress) => {
        const at = now().getTime()
        if (at - said < limits.upload.progressMs) return
        said = at
        say({ progress })
      }
      void run(progress, signal)
        .then(
          (report) => say({ report }),
          (error) => say({ error: reported(error, 'an import') }),
        )
        .finally(() => {
          onEnd()
          if (!left.signal.aborted) controller.close()
        })
    },
    cancel: () => left.abort(),
  })
}

/** Each person's running import in this process. */
const running = () => once('imports', () => new Map<string, Promise<void>>())
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Reserves a person's place for an import. @returns a function that releases it. Waits briefly for a
 * cancelled import to end.
 * @throws MnemeError conflict while another one runs.
 */
export async function takePlace(
  ownerId: string,
  waitMs: number = limits.upload.placeMs,
): Promise<() => void> {
  const before = running().get(ownerId)
  if (before) await Promise.race([before, after(waitMs)])
  if (running().has(ownerId))
    throw new MnemeError(
      'conflict',
      'You already have an import running.',
      'Wait for it to finish, or cancel it.',
    )
  let free = () => {}
  const over = new Promise<void>((resolve) => {
    free = resolve
  })
  running().set(ownerId, over)
  return () => {
    running().delete(ownerId)
    free()
  }
}
