import type { FileHandle } from 'node:fs/promises'
import { limits } from '@/lib/shared/limits'

/** A file that can be read at any place; `size` in bytes. `read` gives fewer bytes than asked for at the end only. */
export type ByteFile = { readonly size: number; read(at: number, length: number): Promise<Buffer> }

export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

/** The bytes from `start` to before `end`, as they are read. */
export async function* piecesOf(file: ByteFile, start = 0, end = file.size): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const bytes = await file.read(at, Math.min(limits.transfer.sliceBytes, end - at))
    if (bytes.length === 0) return
    at += bytes.length
    yield bytes
  }
}
