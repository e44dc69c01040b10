import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { MnemeError, storageFailure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

/** A file on disk without a name: nothing of it is left when it is closed or the process ends. */
export type Spooled = { pieces(): AsyncGenerator<Uint8Array>; close(): Promise<void> }

const unwritable = () => new MnemeError('unavailable', 'The file could not be kept while it is read.', 'Check that the folder of MNEME_DATA_DIR exists and may be written.')
const words = (error: unknown) => {
  const full = /ENOSPC|EDQUOT/.test(String((error as { code?: unknown }).code)) ? storageFailure({ code: 'ENOSPC' }) : null
  return full ? new MnemeError(full.code, full.message, full.hint) : unwritable()
}

/**
 * Takes the whole source to disk as fast as it comes, so that a slow import does not hold the sender up and a source that breaks off leaves nothing. @throws what the source throws; MnemeError when the disk does not take it.
 */
export async function spool(folder: string, name: string, source: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const file = await nameless(folder, name)
  try {
    for await (const bytes of source) await writeAll(file, bytes)
  } catch (error) {
    await file.close()
    throw error
  }
  return { pieces: () => piecesOf(file), close: () => file.close() }
}

async function nameless(folder: string, name: string): Promise<FileHandle> {
  const at = path.join(folder, name)
  try {
    await mkdir(folder, { recursive: true })
    const file = await open(at, 'wx+', 0o600)
    await unlink(at)
    return file
  } catch (error) {
    throw words(error)
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
  } catch (error) {
    throw words(error)
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(limits.transfer.sliceBytes), 0, limits.transfer.sliceBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
