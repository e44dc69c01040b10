import { chunksOf, slices } from './chunks'
import { type JsonItem, type JsonReader, sniff } from './json-reader'
import { isChatText, LineReader } from './line-reader'

/**
 * The items of a file as it is read, with the bytes they took: JSON by `json`, chats in text line by line.
 * @throws FileError
 */
export async function* itemsOf(
  source: AsyncIterable<Uint8Array>,
  json: JsonReader,
): AsyncGenerator<{ items: JsonItem[]; bytes: number }> {
  let reader: JsonReader | LineReader | null = null
  for await (const bytes of chunksOf(source)) {
    if (!reader && !isChatText(bytes)) sniff(bytes)
    reader ??= isChatText(bytes) ? new LineReader() : json
    for (const slice of slices(bytes)) yield { items: reader.write(slice), bytes: slice.length }
  }
  yield { items: (reader ?? json).end(), bytes: 0 }
}
