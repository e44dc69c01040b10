import { type ImageInfo, imageLimits } from '@/lib/shared/turn/images'

type Size = Pick<ImageInfo, 'width' | 'height'>
type Found = { mediaType: ImageInfo['mediaType']; sizes: Size[] }
export type ReadImage = { ok: true; info: ImageInfo } | { ok: false; problem: string }

const INCOMPLETE = { ok: false, problem: 'it is damaged or incomplete.' } as const

/**
 * What the bytes of a file are, whatever its name says; null = no image of a known type. Only headers are
 * read: nothing is decoded or unpacked.
 */
export function readImage(bytes: Uint8Array): ReadImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = READERS.find(({ starts }) => starts(bytes))
  if (!reader) return null
  let found: Found | null
  try {
    found = reader.read(view)
  } catch (error) {
    // DataView throws this where a header points behind the end.
    if (!(error instanceof RangeError)) throw error
    found = null
  }
  const [first] = found?.sizes ?? []
  if (!found || !first || found.sizes.some(({ width, height }) => width < 1 || height < 1)) return INCOMPLETE
  if (found.sizes.some(isTooLarge)) {
    const most = `${imageLimits.pixels / 1e6} million pixels and ${imageLimits.side} on a side`
    return { ok: false, problem: `it has ${first.width} × ${first.height} pixels; the most is ${most}.` }
  }
  return { ok: true, info: { mediaType: found.mediaType, ...first } }
}

const isTooLarge = ({ width, height }: Size) =>
  Math.max(width, height) > imageLimits.side || width * height > imageLimits.pixels

const latin = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))
const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Chunks up to IEND; the first is the header. */
function readPng(view: DataView): Found | null {
  if (nameAt(view, 12) !== 'IHDR' || view.getUint32(8) !== 13) return null
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  let hasData = false
  for (let at = 8; ; at += view.getUint32(at) + 12) {
    const name = nameAt(view, at + 4)
    hasData ||= name === 'IDAT'
    if (name === 'IEND') return hasData ? { mediaType: 'image/png', sizes: [size] } : null
  }
}

const [SOI, EOI, SOS, TEM] = [0xd8, 0xd9, 0xda, 0x01]
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Segments up to the first scan. An end mark must follow somewhere. */
function readJpeg(view: DataView): Found | null {
  let size: Size | null = null
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // Fill bytes, and marks without a length.
    if (marker === 0xff) at += 1
    else if (marker === TEM || (marker >= 0xd0 && marker <= SOI)) at += 2
    else if (marker === EOI) return null
    else {
      if (isFrame(marker)) size ??= { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
      at += 2 + view.getUint16(at + 2)
      if (marker === SOS)
        return size && endsAfter(view, at) ? { mediaType: 'image/jpeg', sizes: [size] } : null
    }
  }
}

function endsAfter(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at >= from; at--)
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === EOI) return true
  return false
}

/** Blocks up to the trailer; frames have sizes of their own. */
function readGif(view: DataView): Found | null {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const sizes = [{ width: view.getUint16(6, true), height: view.getUint16(8, true) }]
  const afterBlocks = (from: number) => {
    let at = from
    while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1
    return at + 1
  }
  for (let at = 13 + tableBytes(view.getUint8(10)); ; ) {
    const block = view.getUint8(at)
    if (block === 0x3b) return sizes.length > 1 ? { mediaType: 'image/gif', sizes } : null
    if (block === 0x21) at = afterBlocks(at + 2)
    else if (block === 0x2c) {
      sizes.push({ width: view.getUint16(at + 5, true), height: view.getUint16(at + 7, true) })
      at = afterBlocks(at + 11 + tableBytes(view.getUint8(at + 9)))
    } else return null
  }
}

/** Chunks of the RIFF file; those of an animation's frames are inside ANMF. */
function readWebp(view: DataView): Found | null {
  const end = view.getUint32(4, true) + 8
  if (end > view.byteLength) return null
  const sizes: Size[] = []
  const chunks = (from: number, to: number): boolean => {
    let hasImage = false
    for (let at = from; at + 8 <= to; ) {
      const [name, bytes] = [nameAt(view, at), view.getUint32(at + 4, true)]
      const body = at + 8
      if (body + bytes > to) return false
      const size = webpSize(view, name, body)
      if (size) sizes.push(size)
      hasImage ||= name === 'VP8 ' || name === 'VP8L' || (name === 'ANMF' && chunks(body + 16, body + bytes))
      at = body + bytes + (bytes % 2)
    }
    return hasImage
  }
  return chunks(12, end) ? { mediaType: 'image/webp', sizes } : null
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536

function webpSize(view: DataView, name: string, body: number): Size | null {
  if (name === 'VP8X') return { width: uint24(view, body + 4) + 1, height: uint24(view, body + 7) + 1 }
  if (name === 'ANMF') return { width: uint24(view, body + 6) + 1, height: uint24(view, body + 9) + 1 }
  if (name === 'VP8L') {
    const bits = view.getUint32(body + 1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (name !== 'VP8 ') return null
  return { width: view.getUint16(body + 6, true) & 0x3fff, height: view.getUint16(body + 8, true) & 0x3fff }
}

const READERS: { starts(bytes: Uint8Array): boolean; read(view: DataView): Found | null }[] = [
  { starts: (bytes) => latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n', read: readPng },
  { starts: (bytes) => latin(bytes, 0, 3) === '\xff\xd8\xff', read: readJpeg },
  { starts: (bytes) => /^GIF8[79]a$/.test(latin(bytes, 0, 6)), read: readGif },
  { starts: (bytes) => /^RIFF....WEBP$/s.test(latin(bytes, 0, 12)), read: readWebp },
]
