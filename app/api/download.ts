import { attachment } from './export/file-name'

/**
 * Chunks as a download. An early failure is thrown, for an ordinary response. A later one aborts the
 * download, so that half a file never looks complete.
 */
export async function download(chunks: AsyncGenerator<string | Uint8Array>, name: string, type: string) {
  let next = await chunks.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) return controller.close()
      controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value)
      next = await chunks.next()
    },
    cancel: async () => void (await chunks.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': attachment(name),
      'cache-control': 'no-store',
    },
  })
}
