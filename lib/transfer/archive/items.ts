import { limits } from '@/lib/shared/limits'
import { FileError } from '@/lib/transfer/refusal'
import { type JsonItem, type JsonReader, notUtf8, sniff } from './json-reader'

const HEAD_BYTES = 32
/** Whether a file begins with a date, as chats exported as text do and no JSON does. */
const isChatText = (head: Uint8Array) =>
  /^[\ufeff\u200e\s]*\[?\d{1,4}([./-])\d{1,2}\1\d{1,4},?\s/.test(
    new TextDecoder().decode(head.subarray(0, HEAD_BYTES)),
  )

/** The items of a file as it is read, with their bytes: of JSON, or lines of text. @throws FileError */
export async function* itemsOf(
  pieces: AsyncIterable<Uint8Array>,
  json: JsonReader,
): AsyncGenerator<{ items: JsonItem[]; bytes: number }> {
  let reader: JsonReader | LineReader | null = null
  for await (const bytes of pieces) {
    reader ??= isChatText(bytes) ? new LineReader() : sniff(bytes, json)
    yield { items: reader.write(bytes), bytes: bytes.length }
  }
  yield { items: (reader ?? json).end(), bytes: 0 }
}

/** Reads text from pieces of any size, line by line. */
class LineReader {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true })
  private rest = ''

  /** @throws FileError */
  write(bytes?: Uint8Array): JsonItem[] {
    try {
      this.rest += bytes ? this.decoder.decode(bytes, { stream: true }) : `${this.decoder.decode()}\n`
    } catch {
      throw notUtf8()
    }
    const lines = this.rest.split(/\r?\n/)
    this.rest = lines.pop() ?? ''
    if (this.rest.length > limits.transfer.textBytes)
      throw new FileError('The file contains a line that is too long.')
    return lines.map((value) => ({ where: 'list', value, bytes: Buffer.byteLength(value), refused: null }))
  }

  end = () => this.write()
}
