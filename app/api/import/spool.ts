import { NamelessFile } from '@/lib/transfer/archive/nameless-file'

/**
 * Writes the whole source to disk as fast as it arrives, so that a slow import does not delay the sender and
 * a broken upload leaves nothing. @throws what the source throws, or MnemeError if the disk refuses it.
 */
export async function spool(
  folder: string,
  name: string,
  source: AsyncIterable<Uint8Array>,
): Promise<NamelessFile> {
  const file = await NamelessFile.open(folder, name)
  try {
    for await (const bytes of source) await file.append(bytes)
  } catch (error) {
    await file.close()
    throw error
  }
  return file
}
