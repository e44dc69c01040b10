import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { storageFailure } from '@/lib/shared/storage-failure'
import { FileError } from '@/lib/transfer/refusal'

/** A file with random access. `size` in bytes. `read` returns fewer bytes than requested only at the end. */
export type ByteFile = { readonly size: number; read(at: number, length: number): Promise<Buffer> }

/** @throws FileError with the disk's reason: the file itself may be fine. */
async function readAt(file: Pick<FileHandle, 'read'>, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read).catch(unreadable)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

function unreadable(error: unknown): never {
  const { code } = error as { code?: unknown }
  throw new FileError(
    `The disk could not read the file${typeof code === 'string' ? ` (${code})` : ''}.`,
    'Copy the file to another disk or download it again, then import the copy.',
  )
}

/** An open file on disk. */
export const onDisk = async (file: FileHandle): Promise<ByteFile> => ({
  size: (await file.stat()).size,
  read: (at, length) => readAt(file, at, length),
})

/** The bytes from `start` up to, not including, `end`, as they are read. */
export async function* byteChunks(file: ByteFile, start = 0, end = file.size): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const bytes = await file.read(at, Math.min(limits.transfer.sliceBytes, end - at))
    if (bytes.length === 0) return
    at += bytes.length
    yield bytes
  }
}

const words = (error: unknown) => {
  const full = /ENOSPC|EDQUOT/.test(String((error as { code?: unknown }).code))
    ? storageFailure({ code: 'ENOSPC' })
    : null
  if (full) return new MnemeError(full.code, full.message, full.hint)
  return new MnemeError(
    'unavailable',
    'The upload could not be stored.',
    'Check that the MNEME_DATA_DIR directory exists and is writable.',
  )
}

/** An unlinked file on disk: nothing remains of it when it is closed or the process ends. */
export class NamelessFile implements ByteFile {
  private written = 0

  private constructor(private readonly file: FileHandle) {}

  /** @throws MnemeError if the folder is not writable. */
  static async open(folder: string, name: string): Promise<NamelessFile> {
    const at = path.join(folder, name)
    try {
      await mkdir(folder, { recursive: true })
      const file = await open(at, 'wx+', 0o600)
      await unlink(at)
      return new NamelessFile(file)
    } catch (error) {
      throw words(error)
    }
  }

  /** The whole source on disk, as fast as it arrives: a slow import does not delay the sender. @throws */
  static async of(folder: string, name: string, source: AsyncIterable<Uint8Array>): Promise<NamelessFile> {
    const file = await NamelessFile.open(folder, name)
    try {
      for await (const bytes of source) await file.append(bytes)
    } catch (error) {
      await file.close()
      throw error
    }
    return file
  }

  /** Appends. @returns the offset. @throws MnemeError if the disk refuses it. */
  async append(bytes: Uint8Array): Promise<number> {
    const start = this.written
    await this.file.appendFile(bytes).catch((error: unknown) => {
      throw words(error)
    })
    this.written += bytes.length
    return start
  }

  get size() {
    return this.written
  }

  read = (at: number, length: number) => readAt(this.file, at, length)

  close = () => this.file.close()
}
