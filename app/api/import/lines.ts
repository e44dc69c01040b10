import { reported } from '@/lib/services/log'
import { limits } from '@/lib/shared/limits'
import type { ImportLine, ImportProgress, ImportReport } from '@/lib/shared/transfer/transfer'

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
