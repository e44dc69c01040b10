import { limits } from '@/lib/shared/limits'
import { utf16Of } from '@/lib/shared/text'
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
  let inUtf8: Recode | null = null
  for await (const given of pieces) {
    inUtf8 ??= recodeOf(given)
    const bytes = inUtf8(given)
    reader ??= isChatText(bytes) ? new LineReader() : sniff(bytes, json)
    yield { items: reader.write(bytes), bytes: given.length }
  }
  inUtf8?.()
  yield { items: (reader ?? json).end(), bytes: 0 }
}

/** One piece of a file in UTF-8; without one the file ends. */
type Recode = (bytes?: Uint8Array) => Uint8Array
/** Of a file that begins with `head`: UTF-16 has its mark there. */
function recodeOf(head: Uint8Array): Recode {
  const utf16 = utf16Of(head)
  if (utf16 === null) return (bytes = new Uint8Array()) => bytes
  const decoder = new TextDecoder(utf16, { fatal: true })
  return (bytes) => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: bytes !== undefined }))
    } catch {
      throw notUtf8()
    }
  }
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
