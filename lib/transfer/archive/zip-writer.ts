import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file to pack. `at` = when it was changed last. */
export type FileToPack = { path: string; at: Date; text: string }

/** The files as a ZIP archive, one after the other: none is asked for before the last one was read. */
export async function* zipped(files: AsyncIterable<FileToPack>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const pack = ({ path, at, text }: FileToPack) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(path, { mtime: at }, (pump) =>
        pump(null, Readable.from([Buffer.from(text)]).once('close', resolve)),
      )
    })
  const packed = (async () => {
    for await (const file of files) {
      if (output.destroyed) return
      await pack(file)
    }
    zip.end()
  })().catch((error: Error) => void output.destroy(error))
  yield* output
  await packed
}
