import { normalisePath } from '@/lib/agent/workspace/paths'
import { sizeProblem } from '@/lib/agent/workspace/rules'
import { type BlobText, blobOf } from '@/lib/db/engine/blobs'
import { type ImageBytes, imageHash, trimWaitingImages } from '@/lib/db/files/images'
import {
  addUploads,
  copiedUploads,
  filesOnly,
  freeUploads,
  type NewUpload,
  uploadsOf,
} from '@/lib/db/files/workspace'
import { findConversation } from '@/lib/db/turns/conversations'
import type { Turn } from '@/lib/db/turns/turns'
import { countTokens } from '@/lib/model/tokens'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { readImage } from '@/lib/shared/read-image'
import { type Attachment, attachmentsOf } from '@/lib/shared/schemas'
import { visibleText } from '@/lib/shared/storable'
import { utf16Of } from '@/lib/shared/text'
import { type ImageInfo, imageLimits } from '@/lib/shared/turn/images'
import type { Caller, Person } from '../caller'
import { loadWorkspace } from './workspace'

const { workspace } = limits

export const tooLargeTogether = () =>
  new MnemeError(
    'too_large',
    `These files are larger than ${workspace.totalBytes / 1_000_000} MB in total.`,
    'Attach fewer or smaller files.',
  )

/** Stores files and images, all or none. @throws MnemeError with the name and what to do. */
export async function storeUploads(caller: Person, conversationId: string, files: File[]) {
  const { db, ownerId, runtime } = caller
  if (files.length > limits.message.maxAttachments)
    throw new MnemeError('too_large', `A message can have up to ${limits.message.maxAttachments} files.`)
  if (files.reduce((sum, file) => sum + file.size, 0) > workspace.totalBytes) throw tooLargeTogether()
  const read = await Promise.all(
    files.map(async (file): Promise<NewUpload & Content> => {
      const path = normalisePath(file.name)
      if (!path.ok)
        throw new MnemeError('invalid', `“${file.name.slice(0, 80)}” cannot be attached: ${path.problem}`)
      return { id: runtime.id('up'), path: path.path, ...(await contentOf(file, path.path)) }
    }),
  )
  const held = await bytesHeld(caller, conversationId)
  for (const upload of read) {
    if (!('blob' in upload)) continue
    const bytes = Buffer.byteLength(upload.blob.text)
    const problem = sizeProblem(bytes, held.get(upload.path) ?? null, [...held.values()])
    if (problem) throw new MnemeError('too_large', `“${upload.path}” cannot be attached: ${problem}`)
    held.set(upload.path, bytes)
  }
  const stored = await addUploads(db, ownerId, conversationId, read, runtime.now())
  if (stored.some((upload) => upload.image)) await trimWaitingImages(db, ownerId, runtime.now())
  const guessed = new Set(read.flatMap((one) => ('encoding' in one ? one.id : [])))
  return stored.map((one) => (guessed.has(one.uploadId) ? { ...one, encoding: 'windows-1252' } : one))
}

const tooLarge = (path: string, most: number, what: string) =>
  new MnemeError('too_large', `“${path}” is larger than ${most / 1e6} MB.`, what)

type Encoding = Pick<Attachment, 'encoding'>
type Content = ({ blob: BlobText } & Encoding) | { image: ImageBytes; info: ImageInfo }
/** What a file is, by its bytes alone. @throws MnemeError */
async function contentOf(file: File, path: string): Promise<Content> {
  if (file.size > imageLimits.fileBytes)
    throw tooLarge(path, imageLimits.fileBytes, 'Attach a smaller file, or a part of it.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const image = readImage(bytes)
  if (image?.ok) {
    const { info } = image
    return { image: { hash: imageHash(bytes), mediaType: info.mediaType, bytes }, info }
  }
  if (image)
    throw new MnemeError('invalid', `“${path}” cannot be attached: ${image.problem}`, 'Attach another image.')
  if (file.size > workspace.fileBytes)
    throw tooLarge(path, workspace.fileBytes, 'Attach a smaller file, or a part of it.')
  const decoded = decode(bytes)
  if (decoded === null)
    throw new MnemeError(
      'invalid',
      `“${path}” is neither text nor an image.`,
      'Attach text files, or images as PNG, JPEG, WebP or GIF.',
    )
  const { text, ...encoding } = decoded
  if (isSvg(file, path, text))
    throw new MnemeError(
      'invalid',
      `“${path}” is an SVG, which can contain scripts.`,
      'Attach the image as PNG, JPEG, WebP or GIF.',
    )
  return { blob: blobOf(text, countTokens(text)), ...encoding }
}

const isSvg = ({ type }: File, path: string, text: string) =>
  type.startsWith('image/svg') ||
  /\.svgz?$/i.test(path) ||
  /^\s*(<\?xml[^>]*>\s*)?(<!--.{0,2000}?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg\b/is.test(text.slice(0, 4_000))

/** Bytes by path that the next message will find: the workspace, and the files that wait. */
async function bytesHeld({ db, ownerId }: Person, conversationId: string): Promise<Map<string, number>> {
  // A conversation gets its first file before it is stored.
  const known = await findConversation(db, ownerId, conversationId)
  const files = known ? (await loadWorkspace({ db, ownerId }, { conversationId })).files : []
  const waiting = filesOnly(await uploadsOf(db, ownerId, conversationId, null))
  return new Map([...files, ...waiting].map(({ path, bytes }) => [path, bytes]))
}

/** No text has them. Windows-1252 is any bytes, so they alone tell it from what is no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]/

/** UTF-16 with its mark, or UTF-8, else Windows-1252 as older programs write; null = no text. */
function decode(bytes: Uint8Array): ({ text: string } & Encoding) | null {
  const utf16 = utf16Of(bytes)
  try {
    const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : { text: visibleText(text) }
  } catch {
    if (utf16) return null
    // As a whole, Node 20 reads it as Latin-1.
    const text = new TextDecoder('windows-1252').decode(bytes, { stream: true })
    return CONTROLS.test(text) ? null : { text: visibleText(text), encoding: 'windows-1252' }
  }
}

/** The uploads that a new message takes. @throws MnemeError when one is gone, or they are too many images. */
export async function attachedTo({ db, ownerId }: Caller, uploadIds: string[]): Promise<Attachment[]> {
  const attachments = uploadIds.length ? await freeUploads(db, ownerId, uploadIds) : []
  if (attachments.filter((one) => one.image).length > imageLimits.perMessage)
    throw new MnemeError(
      'too_large',
      `At most ${imageLimits.perMessage} images go with one message.`,
      'Remove some, and send them with the next one.',
    )
  return attachments
}

/** Files and images of a turn for another version of it, which keeps them when this one is forgotten. */
export async function attachedAgain({ db, ownerId, runtime }: Caller, turn: Turn) {
  const copies = await copiedUploads(db, ownerId, turn.id, () => runtime.id('up'))
  const idOf = new Map(copies.map(({ from, row }) => [from, row.id]))
  const attachments = attachmentsOf(turn).map((one) => ({
    ...one,
    uploadId: idOf.get(one.uploadId) ?? one.uploadId,
  }))
  return { attachments, copies: copies.map(({ row }) => row) }
}
