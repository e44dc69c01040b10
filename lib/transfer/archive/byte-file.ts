import type { FileHandle } from 'node:fs/promises'
import { limits } from '@/lib/shared/limits'
import { FileError } from '@/lib/transfer/refusal'

/** A file with random access. `size` in bytes. `read` returns fewer bytes than requested only at the end. */
export type ByteFile = { readonly size: number; read(at: number, length: number): Promise<Buffer> }

/** @throws FileError with the disk's reason: the file itself may be fine. */
export async function readAt(file: Pick<FileHandle, 'read'>, at: number, length: number): Promise<Buffer> {
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
export async function* piecesOf(file: ByteFile, start = 0, end = file.size): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const bytes = await file.read(at, Math.min(limits.transfer.sliceBytes, end - at))
    if (bytes.length === 0) return
    at += bytes.length
    yield bytes
  }
}
