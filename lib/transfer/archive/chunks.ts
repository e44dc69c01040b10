import { limits } from '@/lib/shared/limits'
import { FileError } from '@/lib/transfer/refusal'

/** Enough bytes to tell archives, JSON and chats in text from each other. */
const HEAD = 32

/**
 * The source's chunks, but with the head of the file in one piece. @throws FileError if the source breaks
 * off.
 */
export async function* chunksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  let head: Uint8Array | null = new Uint8Array()
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        if (error instanceof FileError) throw error
        throw new FileError(
          'The file could not be read to its end.',
          error instanceof Error && 'code' in error ? `The system says ${String(error.code)}.` : 'Try again.',
        )
      })
      if (head && !next.done) {
        head = Buffer.concat([head, next.value])
        if (head.length < HEAD) continue
      }
      const bytes = head ?? next.value
      head = null
      if (bytes) yield bytes
      if (next.done) return
    }
  } finally {
    await iterator.return?.()
  }
}

export const slices = (bytes: Uint8Array) =>
  Array.from({ length: Math.ceil(bytes.length / limits.transfer.sliceBytes) }, (_, i) =>
    bytes.subarray(i * limits.transfer.sliceBytes, (i + 1) * limits.transfer.sliceBytes),
  )
