import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { limits } from '@/lib/shared/limits'
import { FileError } from '@/lib/transfer/refusal'
import { type ByteFile, piecesOf } from './byte-file'
import { chunksOf } from './chunks'
import { GET_AGAIN, readDirectory, type ZipEntry } from './zip-directory'

const BEGINS = [Buffer.from([0x50, 0x4b, 3, 4]), Buffer.from([0x50, 0x4b, 5, 6])]
/** Recognised by the first bytes, never by name. The second signature is an empty archive. */
export const isZip = async (file: ByteFile) => {
  const head = await file.read(0, 4)
  return BEGINS.some((signature) => head.equals(signature))
}

/** A file with conversations in an archive. */
type Unpacked = { name: string; path: string; bytes(): AsyncGenerator<Uint8Array> }
/**
 * - `size`: bytes of all files together
 * - `others`: files without conversations, which are not read
 */
type Archive = { files: Unpacked[]; size: number; others: number }

/**
 * The conversations in a ZIP archive. Everything to be read is first unpacked once without keeping it, so an
 * archive that is damaged or larger than it claims is refused whole. Nothing is written to disk, and nested
 * archives are not opened. @throws FileError
 */
export async function openArchive(
  file: ByteFile,
  { most = limits.transfer.zipBytes, signal }: { most?: number; signal?: AbortSignal | undefined } = {},
): Promise<Archive> {
  const { files, others } = await readDirectory(file, most, signal)
  for (const one of files) for await (const _ of chunksOf(unpacked(file, one))) signal?.throwIfAborted()
  return {
    files: files.map((one) => ({ name: one.name, path: one.path, bytes: () => unpacked(file, one) })),
    size: files.reduce((sum, { size }) => sum + size, 0),
    others,
  }
}

/**
 * @throws FileError as soon as it exceeds its claimed size, and at its end if it is smaller or its checksum
 * differs.
 */
async function* unpacked(
  file: ByteFile,
  { name, start, packed, size, deflated, crc }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const damaged = () => new FileError(`${name} in the ZIP archive is damaged.`, GET_AGAIN)
  const stored = piecesOf(file, start, start + packed)
  let [length, sum] = [0, 0]
  try {
    for await (const bytes of deflated ? inflated(stored) : stored) {
      length += bytes.length
      sum = crc32(bytes, sum)
      if (length > size) throw damaged()
      yield bytes
    }
  } catch (error) {
    throw String((error as { code?: unknown }).code).startsWith('Z_') ? damaged() : error
  }
  if (length !== size || sum !== crc) throw damaged()
}

function inflated(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: limits.transfer.sliceBytes })
  // Passes every error to the reader.
  pipeline(Readable.from(bytes, { highWaterMark: 1 }), inflate, () => {})
  return inflate
}
