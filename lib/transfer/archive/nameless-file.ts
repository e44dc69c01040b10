import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { MnemeError } from '@/lib/shared/errors'
import { storageFailure } from '@/lib/shared/storage-failure'
import { type ByteFile, readAt } from './byte-file'

const words = (error: unknown) => {
  const full = /ENOSPC|EDQUOT/.test(String((error as { code?: unknown }).code))
    ? storageFailure({ code: 'ENOSPC' })
    : null
  if (full) return new MnemeError(full.code, full.message, full.hint)
  return new MnemeError(
    'unavailable',
    'The upload could not be stored.',
    'Check that the MNEME_DATA_DIR directory exists and is writable.',
  )
}

/** An unlinked file on disk: nothing remains of it when it is closed or the process ends. */
export class NamelessFile implements ByteFile {
  private written = 0

  private constructor(private readonly file: FileHandle) {}

  /** @throws MnemeError if the folder is not writable. */
  static async open(folder: string, name: string): Promise<NamelessFile> {
    const at = path.join(folder, name)
    try {
      await mkdir(folder, { recursive: true })
      const file = await open(at, 'wx+', 0o600)
      await unlink(at)
      return new NamelessFile(file)
    } catch (error) {
      throw words(error)
    }
  }

  /**
   * The whole source on disk, as fast as it arrives, so that a slow import does not delay the sender and a
   * broken upload leaves nothing. @throws what the source throws, or MnemeError if the disk refuses it.
   */
  static async of(folder: string, name: string, source: AsyncIterable<Uint8Array>): Promise<NamelessFile> {
    const file = await NamelessFile.open(folder, name)
    try {
      for await (const bytes of source) await file.append(bytes)
    } catch (error) {
      await file.close()
      throw error
    }
    return file
  }

  /** Appends. @returns the offset. @throws MnemeError if the disk refuses it. */
  async append(bytes: Uint8Array): Promise<number> {
    const start = this.written
    try {
      for (let at = 0; at < bytes.length; at = this.written - start)
        this.written += (await this.file.write(bytes, at, bytes.length - at, this.written)).bytesWritten
    } catch (error) {
      throw words(error)
    }
    return start
  }

  get size() {
    return this.written
  }

  read = (at: number, length: number) => readAt(this.file, at, length)

  close = () => this.file.close()
}
