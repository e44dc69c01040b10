import { limits } from '@/lib/shared/limits'
import { NamelessFile } from '@/lib/transfer/nameless-file'

export type Spooled = { pieces(): AsyncGenerator<Uint8Array>; close(): Promise<void> }

/**
 * Takes the whole source to disk as fast as it comes, so that a slow import does not hold the sender up and a source that breaks off leaves nothing. @throws what the source throws; MnemeError when the disk does not take it.
 */
export async function spool(folder: string, name: string, source: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const file = await NamelessFile.open(folder, name)
  try {
    for await (const bytes of source) await file.append(bytes)
  } catch (error) {
    await file.close()
    throw error
  }
  return { pieces: () => piecesOf(file), close: file.close }
}

async function* piecesOf(file: NamelessFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const bytes = await file.read(at, limits.transfer.sliceBytes)
    if (bytes.length === 0) return
    at += bytes.length
    yield bytes
  }
}
