import { describe, expect, it } from 'vitest'
import { cpuMs } from '@/lib/shared/testing-cpu'
import { imageLimits } from '@/lib/shared/turn/images'
import { readImage } from './read-image'
import { pngOf, SAMPLES } from './testing-images'

const patched = (bytes: Uint8Array, at: number, ...values: number[]) => {
  const copy = new Uint8Array(bytes)
  copy.set(values, at)
  return copy
}
const ascii = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const cut = (bytes: Uint8Array, left: number) => bytes.subarray(0, bytes.length - left)

describe('what an image is', () => {
  it.each([
    ['a PNG', pngOf(640, 480), 'image/png', 640, 480],
    ['a JPEG', SAMPLES.jpeg, 'image/jpeg', 64, 48],
    ['a progressive JPEG', SAMPLES.progressive, 'image/jpeg', 64, 48],
    ['a JPEG with a picture appended', joined(SAMPLES.jpeg, SAMPLES.jpeg), 'image/jpeg', 64, 48],
    ['a WebP', SAMPLES.webp, 'image/webp', 64, 48],
    ['a lossless WebP', SAMPLES.lossless, 'image/webp', 64, 48],
    ['a WebP with transparency', SAMPLES.alpha, 'image/webp', 64, 48],
    ['an animated WebP', SAMPLES.animatedWebp, 'image/webp', 8, 6],
    ['a GIF', SAMPLES.gif, 'image/gif', 64, 48],
    ['an animated GIF', SAMPLES.animated, 'image/gif', 8, 6],
  ])('%s: its type and size are read from its bytes', (_, bytes, mediaType, width, height) => {
    expect(readImage(bytes)).toEqual({ ok: true, info: { mediaType, width, height } })
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['text', ascii('hello')],
    ['SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', ascii('<!doctype html><script>alert(1)</script>')],
    ['HTML with a PNG behind it', joined(ascii('<script>alert(1)</script>'), pngOf(8, 8))],
    ['a PDF', ascii('%PDF-1.7\n')],
    ['a ZIP', ascii('PK\x03\x04')],
    ['a BMP', ascii('BM\x00\x00\x00\x00')],
    ['a TIFF', ascii('II*\x00')],
    ['an AVIF', ascii('\x00\x00\x00\x1cftypavif')],
    ['another RIFF', ascii('RIFF\x24\x00\x00\x00WAVEfmt ')],
  ])('%s is no image', (_, bytes) => {
    expect(readImage(bytes)).toBeNull()
  })

  it.each([
    ['a PNG of its signature alone', ascii('\x89PNG\r\n\x1a\n')],
    ['a PNG without its end', cut(pngOf(64, 48), 12)],
    ['a PNG without data', joined(pngOf(64, 48).subarray(0, 33), pngOf(64, 48).subarray(-12))],
    ['a PNG whose first chunk is another', patched(pngOf(64, 48), 12, 0x49, 0x44, 0x41, 0x54)],
    ['a PNG whose chunk reaches behind the end', patched(pngOf(64, 48), 33, 0x7f, 0xff, 0xff, 0xff)],
    ['a PNG of no width', pngOf(64, 48, { claims: [0, 48] })],
    ['a JPEG without its end', cut(SAMPLES.jpeg, 2)],
    ['a JPEG that is a script', ascii('\xff\xd8\xff<script>alert(1)</script>')],
    ['a JPEG without a frame', joined(SAMPLES.jpeg.subarray(0, 2), ascii('\xff\xd9'))],
    ['a GIF that is a script', ascii('GIF89a=1;alert(1)//')],
    ['a GIF without its end', cut(SAMPLES.gif, 1)],
    ['a GIF without a picture', joined(SAMPLES.gif.subarray(0, 19), ascii('\x3b'))],
    ['a WebP without its end', cut(SAMPLES.webp, 1)],
    ['a WebP of its header alone', ascii('RIFF\x04\x00\x00\x00WEBP')],
  ])('%s is damaged', (_, bytes) => {
    expect(readImage(bytes)).toMatchObject({ ok: false, problem: expect.stringMatching(/damaged/) })
  })

  it.each([
    ['a PNG of 60,000 x 60,000', pngOf(8, 8, { claims: [60_000, 60_000] })],
    ['a PNG of 4,294,967,295 pixels a side', pngOf(8, 8, { claims: [0xffff_ffff, 0xffff_ffff] })],
    ['a PNG that is long and thin', pngOf(8, 8, { claims: [imageLimits.side + 1, 1] })],
    ['a JPEG of 65,535 x 65,535', patched(SAMPLES.jpeg, SAMPLES.jpeg.indexOf(0xc0) + 4, 255, 255, 255, 255)],
    ['a GIF of 65,535 x 65,535', patched(SAMPLES.gif, 6, 255, 255, 255, 255)],
    ['a GIF whose frame is larger than itself', patched(SAMPLES.gif, 32, 255, 255, 255, 255)],
    ['a WebP of 16,777,216 x 16,777,216', patched(SAMPLES.alpha, 24, 255, 255, 255, 255, 255, 255)],
    ['a WebP whose inner image is larger', patched(SAMPLES.alpha, 68, 255, 63, 255, 63)],
  ])('%s is refused by its size, without being unpacked', (_, bytes) => {
    expect(readImage(bytes)).toMatchObject({ ok: false, problem: expect.stringMatching(/pixels/) })
  })

  it('reads the largest file of the smallest parts at once', () => {
    const small = Buffer.from('\x00\x00\x00\x00zzzz\x00\x00\x00\x00', 'latin1')
    const png = pngOf(8, 8)
    const many = Buffer.concat(Array.from({ length: imageLimits.fileBytes / 12 }, () => small))
    const file = joined(png.subarray(0, 33), many, png.subarray(33))
    expect(cpuMs(() => expect(readImage(file)).toMatchObject({ ok: true }))).toBeLessThan(400)
  })
})
