import { crc32, deflateSync } from 'node:zlib'

const JPEG =
  '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5' +
  'moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk' +
  'pKSkpKT/wAARCAAwAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAA' +
  'AA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAIE/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AngLYwAAA' +
  'AAAAAAAAAAAAAAAAAAH/2Q=='
const PROGRESSIVE =
  '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5' +
  'moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk' +
  'pKSkpKT/wgARCAAwAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAWAQEBAQAAAAAAAAAAAAAAAA' +
  'AAAQP/2gAMAwEAAhADEAAAAZxcQAAAAAAAAAAP/8QAFBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQABBQJD/8QAFBEB' +
  'AAAAAAAAAAAAAAAAAAAAMP/aAAgBAwEBPwFP/8QAFBEBAAAAAAAAAAAAAAAAAAAAMP/aAAgBAgEBPwFP/8QAFBABAA' +
  'AAAAAAAAAAAAAAAAAAUP/aAAgBAQAGPwJD/8QAFBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQABPyFD/9oADAMBAAIA' +
  'AwAAABAIIIIIIIIIIIL/xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAEDAQE/EE//xAAUEQEAAAAAAAAAAAAAAAAAAA' +
  'Aw/9oACAECAQE/EE//xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oACAEBAAE/EEP/2Q=='
const WEBP =
  'UklGRkIAAABXRUJQVlA4IDYAAABQAwCdASpAADAAPxGIvlisKSajoqgBgCIJZwAAFp6E2mMbIAD+54vFCE/9etLc3A' + 'dEpEwgAAA='
const LOSSLESS = 'UklGRiQAAABXRUJQVlA4TBcAAAAvP8ALAAfQsj4UrP8BICH8Xy9G9D/1AwA='
const ALPHA =
  'UklGRmwAAABXRUJQVlA4WAoAAAAQAAAAPwAALwAAQUxQSBAAAAABB1DAiAgACeH/ejGi/6kfVlA4IDYAAABQAwCdAS' +
  'pAADAAPxGIvlisKSajoqgBgCIJZwAAFp6E2mMbIAD+54vFCE/9etLc3AdEpEwgAAA='
const GIF =
  'R0lGODlhQAAwAIAAAExpcQ9lYCH5BAUAAAAALAAAAABAADAAAAI5jI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8' +
  'fyTNf2jef6zvf+DwwKh8Si8YhMKpfMpvMJjSYLADs='
const ANIMATED =
  'R0lGODlhCAAGAIAAAExpcf///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQFAQAAACwAAAAACAAGAAACBoyPqct9BQAh+Q' +
  'QFAQAAACwAAAAACAAGAIBMaXEJCQkCBoyPqct9BQA7'
const ANIMATEDWEBP =
  'UklGRpQAAABXRUJQVlA4WAoAAAACAAAABwAABQAAQU5JTQYAAAD/////AABBTk1GMAAAAAAAAAAAAAcAAAUAAGQAAA' +
  'JWUDggGAAAADABAJ0BKggABgABQCYlpAADcAD+/PQAAEFOTUYwAAAAAAAAAAAABwAABQAAZAAAAFZQOCAYAAAANAEA' +
  'nQEqCAAGAAAAJiWkAANwAP78yrAA'

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
/** Real images of 64 x 48, and animations of 8 x 6, by what is special about them. */
export const SAMPLES = {
  jpeg: bytesOf(JPEG),
  progressive: bytesOf(PROGRESSIVE),
  webp: bytesOf(WEBP),
  lossless: bytesOf(LOSSLESS),
  alpha: bytesOf(ALPHA),
  gif: bytesOf(GIF),
  animated: bytesOf(ANIMATED),
  animatedWebp: bytesOf(ANIMATEDWEBP),
}

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of one colour. `claims` = the size that its header gives instead of its own; `more` = chunks. */
export function pngOf(
  width: number,
  height: number,
  {
    colour = 0x0f,
    claims,
    more = [],
  }: { colour?: number; claims?: [number, number]; more?: [string, string][] } = {},
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claims?.[0] ?? width, 0)
  head.writeUInt32BE(claims?.[1] ?? height, 4)
  // Eight bits of grey.
  head.writeUInt8(8, 8)
  const row = Buffer.alloc(width + 1, colour)
  row[0] = 0
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      ...more.map(([name, text]) => chunk(name, Buffer.from(text))),
      chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
