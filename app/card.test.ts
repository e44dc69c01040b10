import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const file = (name: string) => path.join(root, 'public', name)
/** Width and height from a PNG's header. */
const sizeOf = (name: string) => {
  const png = readFileSync(file(name))
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}
const manifestSchema = z.looseObject({
  name: z.literal('Mneme'),
  start_url: z.literal('/'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
})

it('the manifest names icons that exist in the sizes it says, one of them maskable', () => {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file('manifest.webmanifest'), 'utf8')))
  for (const { src, sizes } of manifest.icons)
    if (sizes === 'any') expect(readFileSync(file(src), 'utf8')).toContain('<svg')
    else expect([src, sizeOf(src)]).toEqual([src, sizes])
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
})

it('the social picture and the icon of a home screen have the sizes that are asked for', () => {
  expect(sizeOf('social.png')).toBe('1200x630')
  expect(sizeOf('apple-touch-icon.png')).toBe('180x180')
  expect(statSync(file('social.png')).size).toBeLessThan(300_000)
})
