import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ByteFile } from './byte-file'

/**
 * A file to pack. Fields other than name and data are what the archive claims, true or not. `packed` = its
 * bytes in the archive; `at` = the claimed position of its header.
 */
export type Packed = {
  name: string | Buffer
  data?: string | Buffer
  deflate?: boolean
  packed?: Buffer
  method?: number
  flags?: number
  crc?: number
  size?: number
  packedSize?: number
  at?: number
  zip64?: boolean
  extra?: Buffer
}
export type Ending = { count?: number; directoryAt?: number; comment?: string; zip64?: boolean }

const UTF8 = 0x800
const FULL = 0xffffffff
const numbers = (...fields: [bytes: 2 | 4 | 8, value: number][]) => {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, size)
    at += size
  }
  return bytes
}

/** A ZIP archive as ordinary programs write it, except where a file lies. */
export function zipOf(files: readonly Packed[], ending: Ending = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const file of files) {
    const data = Buffer.from(file.data ?? '')
    const deflate = file.deflate ?? true
    const packed = file.packed ?? (deflate ? deflateRawSync(data) : data)
    const name = Buffer.from(file.name)
    const said = {
      flags: file.flags ?? UTF8,
      method: file.method ?? (deflate ? 8 : 0),
      crc: file.crc ?? crc32(data),
      packed: file.packedSize ?? packed.length,
      size: file.size ?? data.length,
    }
    const offset = file.at ?? at
    const sizes = file.zip64 ? FULL : null
    const common = [
      [2, 20],
      [2, said.flags],
      [2, said.method],
      [4, 0],
      [4, said.crc],
      [4, sizes ?? said.packed],
      [4, sizes ?? said.size],
      [2, name.length],
    ] as [2 | 4, number][]
    const wide = file.zip64
      ? numbers([2, 1], [2, 24], [8, said.size], [8, said.packed], [8, offset])
      : Buffer.alloc(0)
    const extra = Buffer.concat([wide, file.extra ?? Buffer.alloc(0)])
    const local = [numbers([4, 0x04034b50], ...common, [2, 0]), name, packed]
    directory.push(
      numbers(
        [4, 0x02014b50],
        [2, 20],
        ...common,
        [2, extra.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, sizes ?? offset],
      ),
      name,
      extra,
    )
    if (file.at !== undefined) continue
    bodies.push(...local)
    at += local.reduce((sum, { length }) => sum + length, 0)
  }
  const list = Buffer.concat(directory)
  const [count, start] = [ending.count ?? files.length, ending.directoryAt ?? at]
  const comment = Buffer.from(ending.comment ?? '')
  const wide = ending.zip64
    ? [
        numbers(
          [4, 0x06064b50],
          [8, 44],
          [2, 45],
          [2, 45],
          [4, 0],
          [4, 0],
          [8, count],
          [8, count],
          [8, list.length],
          [8, start],
        ),
        numbers([4, 0x07064b50], [4, 0], [8, at + list.length], [4, 1]),
      ]
    : []
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    ...(ending.zip64
      ? ([
          [2, 0xffff],
          [2, 0xffff],
          [4, FULL],
          [4, FULL],
        ] as [2 | 4, number][])
      : ([
          [2, count % 65_536],
          [2, count % 65_536],
          [4, list.length],
          [4, start],
        ] as [2 | 4, number][])),
    [2, comment.length],
  )
  return Buffer.concat([...bodies, list, ...wide, end, comment])
}

const MEGABYTE = Buffer.alloc(1_000_000, 32)
/** Megabytes of blanks compressed to a thousandth, without building them in memory. */
export function blanks(megabytes: number): { packed: Buffer; size: number; crc: number } {
  const piece = deflateRawSync(MEGABYTE, { finishFlush: constants.Z_FULL_FLUSH })
  let crc = 0
  for (let i = 0; i < megabytes; i++) crc = crc32(MEGABYTE, crc)
  return {
    packed: Buffer.concat([...Array.from({ length: megabytes }, () => piece), Buffer.from([3, 0])]),
    size: megabytes * MEGABYTE.length,
    crc,
  }
}

/** A file that gives at most `size` bytes at once, but for its head. */
export const inMemory = (bytes: Uint8Array, size = Number.MAX_SAFE_INTEGER): ByteFile => ({
  size: bytes.length,
  read: async (at, length) =>
    Buffer.from(bytes.subarray(at, at + Math.min(length, at === 0 ? Math.max(size, 32) : size))),
})
