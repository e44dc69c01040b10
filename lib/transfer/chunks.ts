import { limits } from '@/lib/shared/limits'
import { FileError } from './refusal'

/** What a source gives, as it comes. @throws FileError when it breaks off. */
export async function* chunksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        if (error instanceof FileError) throw error
        throw new FileError('The file could not be read to its end.', error instanceof Error && 'code' in error ? `The system says ${String(error.code)}.` : 'Try again.')
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

export const slices = (bytes: Uint8Array) =>
  Array.from({ length: Math.ceil(bytes.length / limits.transfer.sliceBytes) }, (_, i) => bytes.subarray(i * limits.transfer.sliceBytes, (i + 1) * limits.transfer.sliceBytes))
