import { z } from 'zod'

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const imageTypeSchema = z.enum(IMAGE_TYPES)
export type ImageType = z.infer<typeof imageTypeSchema>

/**
 * - `fileBytes`, `perMessage`: what a person may attach
 * - `perCall`: images of one model call, those of earlier turns included
 * - `side`, `pixels`: beyond these an image is refused, because decoding it could exhaust a browser's memory
 * - `waiting`: images of a person that wait for a message; beyond this number the oldest go
 */
export const imageLimits = {
  fileBytes: 5_000_000,
  perMessage: 4,
  perCall: 4,
  side: 16_384,
  pixels: 50_000_000,
  waiting: 40,
} as const

const side = z.int().min(1).max(imageLimits.side)
/** What an image's own header says of it. */
export const imageInfoSchema = z.strictObject({ mediaType: imageTypeSchema, width: side, height: side })
export type ImageInfo = z.infer<typeof imageInfoSchema>

/** The address of an image; it is the only place that images are loaded from. */
export const imageHref = (uploadId: string) => `/api/images/${uploadId}`

type Named = { path: string; image?: ImageInfo | undefined }
/** An image as texts name it, in prompts, contexts and summaries. */
const imageLine = (path: string, { width, height }: ImageInfo) => `[image: ${path}, ${width}x${height}]`
export const imageLines = (attachments: readonly Named[]) =>
  attachments.flatMap(({ path, image }) => (image ? [imageLine(path, image)] : []))
/** A text with a line for each image that belongs to it. */
export const withImageLines = (text: string, attachments: readonly Named[]) =>
  [text, ...imageLines(attachments)].filter(Boolean).join('\n')

/** A summary that names the images of its turn, which it may do already. */
export function summaryWithImages<T extends { summary: string }>(text: T, attachments: readonly Named[]): T {
  const missing = imageLines(attachments).filter((line) => !text.summary.includes(line))
  return missing.length && text.summary ? { ...text, summary: [text.summary, ...missing].join(' ') } : text
}

/**
 * OpenAI's formula for tiles: fit into 2,048 px, then the short side into 768 px; 85 + 170 per 512 px tile.
 */
const TILES = { fit: 2_048, short: 768, tile: 512, base: 85, each: 170 }

/**
 * Estimated tokens of an image. Other providers count otherwise; what they report replaces the estimate.
 * Source: https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
export function imageTokens({ width, height }: Pick<ImageInfo, 'width' | 'height'>): number {
  const fit = Math.min(1, TILES.fit / Math.max(width, height))
  const short = Math.min(1, TILES.short / (Math.min(width, height) * fit))
  const tiles = (size: number) => Math.max(1, Math.ceil((size * fit * short) / TILES.tile - 1e-9))
  return TILES.base + TILES.each * tiles(width) * tiles(height)
}
