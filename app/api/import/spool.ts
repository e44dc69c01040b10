import { NamelessFile } from '@/lib/transfer/archive/nameless-file'

/**
 * Takes the whole source to disk as fast as it comes, so that a slow import does not hold the sender up and a source that breaks off leaves nothing. @throws what the source throws; MnemeError when the disk does not take it.
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
