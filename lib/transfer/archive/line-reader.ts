import { limits } from '@/lib/shared/limits'
import { FileError } from '@/lib/transfer/refusal'
import { type JsonItem, notUtf8 } from './json-reader'

const HEAD_BYTES = 32
/** Whether a file begins with a date, as chats exported as text do and no JSON does. */
export const isChatText = (head: Uint8Array) =>
  /^[\ufeff\u200e\s]*\[?\d{1,4}([./-])\d{1,2}\1\d{1,4},?\s/.test(
    new TextDecoder().decode(head.subarray(0, HEAD_BYTES)),
  )

/** Reads text from chunks of any size, line by line. */
export class LineReader {
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
