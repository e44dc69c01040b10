import { sha256 } from '@/lib/db/engine/blobs'
import { imageHash } from '@/lib/db/files/images'
import { bundleRows } from '@/lib/db/transfer/bundle-rows'
import { limits } from '@/lib/shared/limits'
import { readImage } from '@/lib/shared/read-image'
import { type ImageType, imageLimits } from '@/lib/shared/turn/images'
import { ImportRefusal, shaped } from '@/lib/transfer/refusal'
import type { NamelessFile } from './byte-file'

/** `hash` is computed, whatever the file claims; `image` = an image of this type in base64. */
export type ImportText = { hash: string; tokens: number; image?: ImageType; read(): Promise<string> }

/** One conversation's texts by their names in the file; beyond `importTextChars` on disk, by `open`. */
export class ImportTexts {
  private readonly texts = new Map<string, ImportText>()
  private charsInMemory = 0
  private file: NamelessFile | null = null
  /** Why their conversation is refused. */
  private refusal: ImportRefusal | null = null

  constructor(private readonly open: (() => Promise<NamelessFile>) | null) {}

  /** Adds a row of the file. `checked` throws if it is invalid. */
  async add(row: unknown): Promise<void> {
    if (this.refusal) return
    try {
      const { hash, text, tokens, image } = shaped(
        bundleRows.blobs,
        row,
        'a conversation of a Mneme export (blobs)',
      )
      if (this.texts.has(hash))
        throw new ImportRefusal(`It contains two blobs with the same hash (${hash.slice(0, 60)}).`)
      if (this.texts.size >= limits.transfer.importTexts)
        throw new ImportRefusal(`It contains more than ${limits.transfer.importTexts} texts.`)
      const kept = await (image ? this.putImage(text) : this.put(text, tokens, sha256(text)))
      this.texts.set(hash, kept)
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error
      this.refusal ??= error
      this.texts.clear()
    }
  }

  /** By the file's hashes, in its order. @throws Refusal */
  checked(): ReadonlyMap<string, ImportText> {
    if (this.refusal) throw this.refusal
    return this.texts
  }

  /** Replaces a text, of which the token count is kept. */
  async replace(name: string, text: string): Promise<void> {
    const { tokens } = this.texts.get(name) ?? { tokens: 0 }
    this.texts.set(name, await this.put(text, tokens, sha256(text)))
  }

  /** @throws Refusal if the bytes are not an image, whatever the file says. */
  private async putImage(text: string): Promise<ImportText> {
    const bytes = Buffer.from(text, 'base64')
    const read = bytes.byteLength > imageLimits.fileBytes ? null : readImage(bytes)
    if (!read?.ok) throw new ImportRefusal('It contains an image that cannot be read or is too large.')
    return { ...(await this.put(bytes.toString('base64'), 0, imageHash(bytes))), image: read.info.mediaType }
  }

  private async put(text: string, tokens: number, hash: string): Promise<ImportText> {
    if (!this.open || this.charsInMemory + text.length <= limits.transfer.importTextChars) {
      this.charsInMemory += text.length
      return { hash, tokens, read: async () => text }
    }
    this.file ??= await this.open()
    return { hash, tokens, read: await onDisk(this.file, Buffer.from(text)) }
  }

  /** Clears it for the next conversation. */
  async clear(): Promise<void> {
    const { file } = this
    this.texts.clear()
    this.charsInMemory = 0
    this.file = null
    this.refusal = null
    await file?.close()
  }
}

/** A separate function, so that the closure does not retain the text. */
async function onDisk(file: NamelessFile, bytes: Buffer): Promise<() => Promise<string>> {
  return reader(file, await file.append(bytes), bytes.length)
}
const reader = (file: NamelessFile, at: number, length: number) => async () =>
  (await file.read(at, length)).toString()
