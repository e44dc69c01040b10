import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from 'yauzl'
import { limits } from '@/lib/shared/limits'
import { fileName } from '@/lib/transfer/file-name'
import { FileError } from '@/lib/transfer/refusal'
import type { ByteFile } from './byte-file'
import { conversationFiles, isConversations, safeName } from './zip-names'

const { transfer } = limits
export const GET_AGAIN = 'Download it again and import the new copy.'
const damaged = () => new FileError('The ZIP archive is damaged or was cut off.', GET_AGAIN)
const UNPACK = 'Unpack it and choose the files with conversations inside.'
const UNNAMED = 'a file without a name'
const ODD = 'Exports do not look like this. Download the export again.'

/**
 * Bytes `start` to `start + packed` of an archive. Unpacked they are `size` bytes with checksum `crc`. `name`
 * is for people, `path` has its folders.
 */
export type ZipEntry = {
  name: string
  path: string
  start: number
  packed: number
  size: number
  deflated: boolean
  crc: number
}
/** Files with conversations in reading order, and how many other files there are. */
type ZipDirectory = { files: ZipEntry[]; others: number }
type Range = { start: number; end: number }
/**
 * A compact copy of yauzl's entry, which can be large. `invalidName` = the original name if it is invalid;
 * `name` is then a safe version of it. `range` = the part of the archive that it occupies at least.
 */
type Listed = {
  name: string
  invalidName: string | null
  packed: number
  size: number
  crc: number
  encrypted: boolean
  method: number
  range: Range
}

/** A local header: `length` without the name and extra fields, whose lengths are at `lengths`. */
const HEADER = { signature: 0x04034b50, length: 30, lengths: [26, 28] } as const
const [STORED, DEFLATED] = [0, 8]
/** The signature of each directory entry. */
const SIGNATURE = Buffer.from([0x50, 0x4b, 1, 2])

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

/**
 * Reads and checks the directory of an archive before anything is unpacked. Names are data and are never used
 * as paths, files must not overlap, and each file that will be read must have a supported compression and a
 * valid name, and must not be a bomb. `most` = bytes that may be unpacked. @throws FileError
 */
export async function readDirectory(
  file: ByteFile,
  most: number,
  signal?: AbortSignal,
): Promise<ZipDirectory> {
  const zip = await fromRandomAccessReaderPromise(new BufferedReader(file), file.size, {
    autoClose: false,
    decodeStrings: false,
  }).catch(broken)
  zip.on('error', () => {})
  const directory = { start: Number(zip.readEntryCursor), end: file.size }
  const listed = await list(zip, file, signal).catch(broken)
  const files = listed.filter(({ name, invalidName }) => invalidName !== null || !name.endsWith('/'))
  const chosen = conversationFiles(files)
  const unsafe = chosen.find(({ invalidName }) => invalidName !== null)
  if (unsafe)
    throw new FileError(`The ZIP archive contains a file with an invalid name: "${unsafe.invalidName}".`, ODD)
  if (chosen.length === 0)
    throw new FileError('The ZIP archive contains no conversations file.', wanted(files))
  if (chosen.filter(({ name }) => isConversations(name)).length > transfer.zipTalks)
    throw new FileError(
      `The ZIP archive contains over ${transfer.zipTalks.toLocaleString('en')} conversation files.`,
      UNPACK,
    )
  for (const one of chosen) checkPacking(one)
  checkSizes(chosen, most)
  const found: ZipEntry[] = []
  for (const one of chosen) found.push(await located(file, one).catch(broken))
  checkApart([...listed.map(({ range }) => range), directory])
  return { files: found, others: files.length - found.length }
}

function broken(error: unknown): never {
  if (error instanceof FileError) throw error
  if (/encrypt/i.test(String(error))) throw new FileError('The ZIP archive is encrypted.', UNPACK)
  throw damaged()
}

/** @throws FileError, or whatever yauzl throws. */
async function list(zip: ZipFile, file: ByteFile, signal: AbortSignal | undefined): Promise<Listed[]> {
  if (zip.entryCount > transfer.zipEntries)
    throw new FileError(
      `The ZIP archive contains over ${transfer.zipEntries.toLocaleString('en')} files.`,
      UNPACK,
    )
  const cursor = () => Number(zip.readEntryCursor)
  const begin = cursor()
  const listed: Listed[] = []
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted()
    if (cursor() - begin > transfer.zipDirectoryBytes)
      throw new FileError('The list of files in the ZIP archive is too large.', ODD)
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
    const isValid = validateFileName(name) === null && !name.includes('\0')
    const invalidName = isValid ? null : (fileName(name) ?? UNNAMED)
    const { relativeOffsetOfLocalHeader: start, compressedSize: packed } = entry
    listed.push({
      name: isValid ? name : safeName(name),
      invalidName,
      packed,
      size: entry.uncompressedSize,
      crc: entry.crc32,
      method: entry.compressionMethod,
      encrypted: entry.isEncrypted(),
      range: { start, end: start + HEADER.length + packed },
    })
  }
  const next = await file.read(cursor(), SIGNATURE.length)
  if (next.equals(SIGNATURE)) throw damaged()
  return listed
}

function checkPacking({ name, encrypted, method }: Listed) {
  const shown = `${fileName(name)} in the ZIP archive`
  if (encrypted) throw new FileError(`${shown} is encrypted.`, UNPACK)
  if (method !== STORED && method !== DEFLATED)
    throw new FileError(
      `${shown} uses a compression method that Mneme does not support (method ${method}).`,
      UNPACK,
    )
}

/** Refuses archives that claim to be too large, or to shrink too well (ZIP bombs). @throws FileError */
function checkSizes(files: Listed[], most: number) {
  const [size, packed] = files.reduce(([size, packed], one) => [size + one.size, packed + one.packed], [0, 0])
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
}

/** Finds where a file's bytes begin, which only its local header records. @throws FileError */
async function located(
  file: ByteFile,
  { name, packed, size, crc, method, range }: Listed,
): Promise<ZipEntry> {
  const header = await file.read(range.start, HEADER.length)
  if (header.length < HEADER.length || header.readUInt32LE(0) !== HEADER.signature) throw damaged()
  const start = HEADER.lengths.reduce(
    (at, place) => at + header.readUInt16LE(place),
    range.start + HEADER.length,
  )
  range.end = start + packed
  return { name: fileName(name) ?? '', path: name, start, packed, size, deflated: method === DEFLATED, crc }
}

/** Refuses overlapping files, since a bomb can reference the same bytes many times. @throws FileError */
function checkApart(ranges: Range[]) {
  let last = 0
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start < last) throw new FileError('Files in the ZIP archive overlap.', ODD)
    last = end
  }
}

const WANTED =
  'It should contain conversations.json, like ChatGPT and Claude exports, or the files of another program.'
const NESTED = ' Nested ZIP files are not opened: unpack this one and import what is inside.'
const wanted = (files: Listed[]) => WANTED + (files.some(({ name }) => /\.zip$/i.test(name)) ? NESTED : '')
