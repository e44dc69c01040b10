import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from 'yauzl'
import { limits } from '@/lib/shared/limits'
import { fileName } from '@/lib/transfer/archive/zip-names'
import { FileError } from '@/lib/transfer/refusal'
import { type ByteFile, byteChunks } from './byte-file'
import { conversationFiles, isConversations, safeName } from './zip-names'

const { transfer } = limits
const GET_AGAIN = 'Download it again and import the new copy.'
const UNPACK = 'Unpack it and choose the files with conversations inside.'
const ODD = 'Exports do not look like this. Download the export again.'
const number = (count: number) => count.toLocaleString('en')

const BEGINS = [Buffer.from([0x50, 0x4b, 3, 4]), Buffer.from([0x50, 0x4b, 5, 6])]
/** Recognised by the first bytes, never by name. The second signature is an empty archive. */
export const isZip = async (file: ByteFile) => {
  const head = await file.read(0, 4)
  return BEGINS.some((signature) => head.equals(signature))
}

/** Buffers yauzl's reads of the directory, which are a few bytes each. */
class BufferedReader extends RandomAccessReader {
  private buffer: Buffer = Buffer.alloc(0)
  private bufferAt = 0

  constructor(private readonly file: ByteFile) {
    super()
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    at: number,
    done: (error: Error | null, read?: number) => void,
  ) {
    this.bytes(at, length).then((bytes) => done(null, bytes.copy(into, offset)), done)
  }

  private async bytes(at: number, length: number): Promise<Buffer> {
    if (at + length > this.file.size) return Buffer.alloc(0)
    if (at < this.bufferAt || at + length > this.bufferAt + this.buffer.length) {
      this.buffer = await this.file.read(at, Math.max(length, transfer.sliceBytes))
      this.bufferAt = at
    }
    return this.buffer.subarray(at - this.bufferAt, at - this.bufferAt + length)
  }
}

function broken(error: unknown): never {
  if (error instanceof FileError) throw error
  if (/encrypt/i.test(String(error))) throw new FileError('The ZIP archive is encrypted.', UNPACK)
  throw new FileError('The ZIP archive is damaged or was cut off.', GET_AGAIN)
}

/** A compact copy of yauzl's entry. `name` is safe; `invalid` = the original one if that is not. */
function compact(entry: Entry) {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  const isValid = validateFileName(name) === null && !name.includes('\0')
  return {
    name: isValid ? name : safeName(name),
    invalid: isValid ? null : (fileName(name) ?? 'a file without a name'),
    isFolder: isValid && name.endsWith('/'),
    ...{ start: entry.relativeOffsetOfLocalHeader, packed: entry.compressedSize },
    ...{ size: entry.uncompressedSize, crc: entry.crc32 },
    ...{ method: entry.compressionMethod, encrypted: entry.isEncrypted() },
  }
}
type Listed = ReturnType<typeof compact>
type Range = { start: number; end: number }

/** The signature of each directory entry. */
const SIGNATURE = Buffer.from([0x50, 0x4b, 1, 2])
/** A file's header, `length` bytes before its name and extra fields, whose lengths are at `lengths`. */
const HEADER = { signature: 0x04034b50, length: 30, lengths: [26, 28] } as const

/** @throws FileError, or whatever yauzl throws. */
async function list(zip: ZipFile, file: ByteFile, signal: AbortSignal | undefined): Promise<Listed[]> {
  if (zip.entryCount > transfer.zipEntries)
    throw new FileError(`The ZIP archive contains over ${number(transfer.zipEntries)} files.`, UNPACK)
  const cursor = () => Number(zip.readEntryCursor)
  const begin = cursor()
  const listed: Listed[] = []
  const ranges: Range[] = [{ start: begin, end: file.size }]
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted()
    if (cursor() - begin > transfer.zipDirectoryBytes)
      throw new FileError('The list of files in the ZIP archive is too large.', ODD)
    const one = compact(entry)
    const end = one.start + HEADER.length + entry.fileNameRaw.length + one.packed
    ranges.push({ start: one.start, end })
    if (!one.isFolder) listed.push(one)
  }
  const next = await file.read(cursor(), SIGNATURE.length)
  if (next.equals(SIGNATURE)) broken('more files than said')
  checkApart(ranges)
  return listed
}

/** Refuses overlapping files, since a bomb can reference the same bytes many times. @throws FileError */
function checkApart(ranges: Range[]) {
  let last = 0
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start < last) throw new FileError('Files in the ZIP archive overlap.', ODD)
    last = end
  }
}

/** The files with conversations; each needs a valid name and a known compression. @throws FileError */
function chosenFrom(listed: Listed[]): Listed[] {
  const chosen = conversationFiles(listed)
  const unsafe = chosen.find(({ invalid }) => invalid !== null)
  if (unsafe)
    throw new FileError(`The ZIP archive contains a file with an invalid name: "${unsafe.invalid}".`, ODD)
  const nested = listed.some(({ name }) => /\.zip$/i.test(name))
  if (chosen.length === 0)
    throw new FileError(
      'The ZIP archive contains no conversations file.',
      `It should contain conversations.json, like ChatGPT and Claude exports, or the files of another program.${nested ? ' Nested ZIP files are not opened: unpack this one and import what is inside.' : ''}`,
    )
  if (chosen.filter(({ name }) => isConversations(name)).length > transfer.zipTalks)
    throw new FileError(
      `The ZIP archive contains over ${number(transfer.zipTalks)} conversation files.`,
      UNPACK,
    )
  for (const { name, encrypted, method } of chosen) {
    const shown = `${fileName(name)} in the ZIP archive`
    if (encrypted) throw new FileError(`${shown} is encrypted.`, UNPACK)
    if (method !== 0 && method !== 8)
      throw new FileError(
        `${shown} uses a compression method that Mneme does not support (method ${method}).`,
        UNPACK,
      )
  }
  return chosen
}

/** @returns the unpacked size. @throws FileError if that is too large, or suspiciously large for the packed size. */
function checkedSize(files: Listed[], most: number): number {
  const size = files.reduce((sum, one) => sum + one.size, 0)
  const packed = files.reduce((sum, one) => sum + one.packed, 0)
  if (size > most)
    throw new FileError(
      `The conversations in the ZIP archive are larger than ${most / 1e9} GB when unpacked.`,
      'Use the command line: npm run mneme -- import FILE',
    )
  if (size > transfer.zipFreeBytes && size > transfer.zipRatio * packed)
    throw new FileError(
      `The conversations in the ZIP archive would unpack to over ${transfer.zipRatio} times their size.`,
      ODD,
    )
  return size
}

/**
 * The conversations in a ZIP archive of which at most `most` bytes are unpacked. Its directory is checked
 * first, then everything to be read is unpacked once without keeping it, so an archive that is damaged or
 * larger than it claims is refused whole. Nothing is written to disk. `size` = bytes of all of them; `others` =
 * files that are not read. @throws FileError
 */
export async function openArchive(
  file: ByteFile,
  { most = transfer.zipBytes, signal }: { most?: number; signal?: AbortSignal | undefined } = {},
) {
  const options = { autoClose: false, decodeStrings: false }
  const zip = await fromRandomAccessReaderPromise(new BufferedReader(file), file.size, options).catch(broken)
  zip.on('error', () => {})
  const listed = await list(zip, file, signal).catch(broken)
  const chosen = chosenFrom(listed)
  const size = checkedSize(chosen, most)
  const files = chosen.map((one) => ({
    ...{ name: fileName(one.name) ?? '', path: one.name, bytes: () => unpacked(file, one) },
  }))
  for (const { bytes } of files) for await (const _ of bytes()) signal?.throwIfAborted()
  return { files, size, others: listed.length - files.length }
}

/** @throws FileError as soon as it exceeds its claimed size, or if its size or checksum differ. */
async function* unpacked(file: ByteFile, { name, size, packed, crc, method, start }: Listed) {
  const damaged = () => new FileError(`${fileName(name)} in the ZIP archive is damaged.`, GET_AGAIN)
  const header = await file.read(start, HEADER.length)
  if (header.length < HEADER.length || header.readUInt32LE(0) !== HEADER.signature) broken('no header')
  const begin = HEADER.lengths.reduce((at, place) => at + header.readUInt16LE(place), start + HEADER.length)
  const stored = byteChunks(file, begin, begin + packed)
  let [length, sum] = [0, 0]
  try {
    for await (const bytes of method ? inflated(stored) : stored) {
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
  const inflate = createInflateRaw({ chunkSize: transfer.sliceBytes })
  // Passes every error to the reader.
  pipeline(Readable.from(bytes, { highWaterMark: 1 }), inflate, () => {})
  return inflate
}
