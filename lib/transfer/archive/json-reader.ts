import { Tokenizer, TokenType } from '@streamparser/json'
import { limits } from '@/lib/shared/limits'
import { FileError, OtherFile } from '@/lib/transfer/refusal'

const { transfer } = limits

/**
 * One piece of a JSON file.
 * - `list`: an element of a top-level list
 * - `conversations`: an element of the field `conversations`, or of `chats.list`
 * - `root`: a whole document that is no list; JSON lines have many
 * - `header`: the fields of a document before `conversations`; `rest`: all its fields but `conversations`
 * - `text`: an element of `blobs` in a Mneme export; its conversation follows, without them
 * `refused` = why it was not built; its value is null then.
 */
export type JsonItem = {
  where: 'list' | 'conversations' | 'root' | 'header' | 'rest' | 'text'
  value: unknown
  bytes: number
  refused: string | null
}

type Fields = Record<string, unknown>
/** Where lists of conversations are in a document; Telegram's are one level deeper. */
const STREAMED = /^(?:conversations|(?:left_)?chats\.list)$/
/** Nesting depth of a conversation's texts: the document, its conversations, the conversation. */
const TEXTS_AT = 3
/** An open list or object; `value` null = skipped; `streams`, `texts` = elements are emitted, not kept. */
type Frame = {
  value: unknown[] | Fields | null
  list: boolean
  key: string
  streams: boolean
  texts: boolean
}
type Meter = { start: number; values: number; base: number; refused: string | null }
type Expect = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'next'

const NOT_JSON = 'The file is not valid JSON'
const HINT = 'Export it again, or check that it was not cut off or edited.'
const CHOOSE = 'Choose the file as the other program exported it, or a Mneme export.'
const neither = () => new OtherFile('This is neither a ZIP nor a JSON file.', CHOOSE)
const cutOff = () => new FileError('The file is incomplete: it was cut off.', HINT)
export const notUtf8 = () => new FileError('The file is not UTF-8 text.', 'Save it as UTF-8 and try again.')

/** The size limits of a conversation. */
type Size = { bytes: number; values: number }
export const tooLarge = (bytes: number) => `It is larger than ${bytes / 1e6} MB.`
const USUAL: Size = { bytes: transfer.conversationBytes, values: transfer.values }

/**
 * Reads JSON from chunks of any size, with at most one conversation in memory. Duplicate fields, nesting
 * bombs and sizes over `limits.transfer` refuse the piece they are in.
 */
export class JsonReader {
  private readonly tokenizer = new Tokenizer()
  private readonly stack: Frame[] = []
  private expect: Expect = 'value'
  private items: JsonItem[] = []
  private meter: Meter = { start: 0, values: 0, base: 0, refused: null }
  private outer: Meter | null = null
  /** The meter's value where the current text began. */
  private text = { start: 0, values: 0 }
  /** Whether the current document is a Mneme export. */
  private ours = false
  private written = 0
  private lastToken = 0
  /** Whether the current document has a list `conversations`, which is emitted. */
  private streamed = false
  private most = USUAL

  constructor() {
    // TextDecoder would drop U+FEFF at the start of every chunk.
    const { bufferedString } = this.tokenizer as unknown as { bufferedString: { decoder: TextDecoder } }
    bufferedString.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    this.tokenizer.onToken = ({ token, value, offset }) => this.token(token, value, offset)
  }

  /** Size limits for conversations until the current document ends. */
  allow(size: Size) {
    this.most = size
  }

  /** @throws FileError */
  write(bytes: Uint8Array): JsonItem[] {
    for (let i = 0; i < bytes.length; i += transfer.sliceBytes) {
      const slice = bytes.subarray(i, i + transfer.sliceBytes)
      this.guarded(() => this.tokenizer.write(slice))
      this.written += slice.length
      if (this.written - this.lastToken > transfer.textBytes)
        throw new FileError(
          `The file contains a single text of over ${transfer.textBytes / 1e6} MB.`,
          'Remove that text and try again.',
        )
    }
    return this.taken()
  }

  /** @throws FileError when the file ends too early. */
  end(): JsonItem[] {
    if (this.stack.length) throw cutOff()
    this.guarded(() => this.tokenizer.end())
    return this.taken()
  }

  private taken(): JsonItem[] {
    const { items } = this
    this.items = []
    return items
  }

  private guarded(work: () => void) {
    try {
      work()
    } catch (error) {
      if (error instanceof FileError) throw error
      if ((error as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw notUtf8()
      if (/middle of a token/.test(String(error))) throw cutOff()
      this.unexpected()
    }
  }

  private unexpected(): never {
    if (!this.stack.length && !this.lastToken) throw neither()
    throw new FileError(`${NOT_JSON} (near byte ${this.lastToken}).`, HINT)
  }

  private token(token: TokenType, value: unknown, offset: number) {
    this.lastToken = offset
    const { expect } = this
    const inside = this.stack.at(-1)
    const closes = token === TokenType.RIGHT_BRACKET ? inside?.list : inside && !inside.list
    if (token === TokenType.RIGHT_BRACKET || token === TokenType.RIGHT_BRACE)
      return closes && ['first', 'firstKey', 'next'].includes(expect) ? this.close() : this.unexpected()
    if (expect === 'value' || expect === 'first') return this.begin(token, value)
    if (expect === 'colon' && token === TokenType.COLON) this.expect = 'value'
    else if (expect === 'next' && token === TokenType.COMMA) this.expect = inside?.list ? 'value' : 'key'
    else if ((expect === 'key' || expect === 'firstKey') && token === TokenType.STRING && inside)
      this.name(inside, String(value))
    else this.unexpected()
  }

  private name(frame: Frame, key: string) {
    frame.key = key
    this.expect = 'colon'
    if (!frame.value) return
    if (Object.hasOwn(frame.value, key)) this.refuse(`The field "${key.slice(0, 40)}" appears twice.`)
    else if (key === '__proto__' || (key === 'prototype' && this.stack.at(-2)?.key === 'constructor'))
      this.refuse(`It has an unexpected field named "${key}".`)
  }

  private begin(token: TokenType, value: unknown) {
    const parent = this.stack.at(-1)
    // A new piece begins: at the root, or in an emitted list.
    if (!parent || parent.streams) {
      if (parent) this.outer = this.meter
      this.meter = { start: this.lastToken, values: 0, base: this.stack.length, refused: null }
    }
    if (parent?.texts) this.text = { start: this.lastToken, values: this.meter.values }
    this.count()
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      const list = token === TokenType.LEFT_BRACKET
      const streams = list && (!parent || this.isOfConversations())
      const texts =
        list &&
        this.ours &&
        this.stack.length === TEXTS_AT &&
        parent?.key === 'blobs' &&
        this.stack[1]?.streams === true
      const empty = list ? [] : {}
      const frame: Frame = { value: this.meter.refused ? null : empty, list, key: '', streams, texts }
      if (streams && parent) {
        this.streamed = true
        const document = this.stack[0]?.value ?? null
        this.ours = document !== null && Object.hasOwn(document, 'mneme')
        this.hand('header', document && { ...document })
      }
      this.stack.push(frame)
      if (this.stack.length > transfer.deepest)
        throw new FileError('The file is nested too deeply to be a chat export.', HINT)
      if (this.stack.length - this.meter.base > transfer.depth)
        this.refuse(`It is nested more than ${transfer.depth} levels deep.`)
      this.expect = list ? 'first' : 'firstKey'
    } else if (token === TokenType.COLON || token === TokenType.COMMA || token === TokenType.SEPARATOR)
      this.unexpected()
    else this.put(value)
  }

  private isOfConversations() {
    const path = this.stack.slice(0, 3).map(({ list, key }) => (list ? '[]' : key))
    return STREAMED.test(path.join('.'))
  }

  private count() {
    this.meter.values += 1
    if (this.meter.refused) return
    if (this.meter.values > this.most.values) this.refuse('It contains too many values for one conversation.')
    else if (this.lastToken - this.meter.start > this.most.bytes) this.refuse(tooLarge(this.most.bytes))
  }

  private refuse(reason: string) {
    this.meter.refused = reason
    for (const frame of this.stack.slice(this.meter.base)) frame.value = null
  }

  private close() {
    const frame = this.stack.pop()
    if (!frame) return
    if (this.stack.length) {
      if (frame.streams) this.expect = 'next'
      else this.put(frame.value)
      return
    }
    this.expect = 'value'
    if (!frame.streams) this.hand(this.streamed ? 'rest' : 'root', frame.value)
    this.streamed = false
    this.ours = false
    this.most = USUAL
  }

  private put(value: unknown) {
    const parent = this.stack.at(-1)
    this.expect = parent ? 'next' : 'value'
    if (!parent) return this.hand('root', value)
    if (parent.streams) {
      this.hand(this.stack.length === 1 ? 'list' : 'conversations', value)
      const bytes = this.lastToken - this.meter.start
      this.meter = this.outer ?? this.meter
      this.meter.start += bytes
    } else if (parent.texts) this.handText(value)
    else if (Array.isArray(parent.value)) parent.value.push(value)
    else if (parent.value) parent.value[parent.key] = value
  }

  /** Emitted values do not count as memory. */
  private handText(value: unknown) {
    this.hand('text', value)
    const bytes = this.lastToken - this.text.start
    this.meter.start += bytes
    this.meter.values = this.text.values
    if (this.outer) this.outer.start += bytes
  }

  private hand(where: JsonItem['where'], value: unknown) {
    this.items.push({
      where,
      value: this.meter.refused ? null : value,
      bytes: this.lastToken - this.meter.start,
      refused: this.meter.refused,
    })
  }
}

const UNPACK = 'Unpack it first, then choose the file inside it.'
const begins = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)
const BLANK = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
const JSON_BEGINS = /[[{"\d\-tfn]/
/** @throws FileError when the first bytes are an archive, not UTF-8, or no JSON. */
export function sniff(head: Uint8Array, json: JsonReader): JsonReader {
  if (begins(head, 0x50, 0x4b, 3, 4)) throw new FileError('This is a ZIP archive.', UNPACK)
  if (begins(head, 0x1f, 0x8b)) throw new FileError('This file is compressed.', UNPACK)
  if (head.subarray(0, 4).includes(0)) throw notUtf8()
  const first = head.find((byte) => !BLANK.includes(byte))
  if (first !== undefined && !JSON_BEGINS.test(String.fromCharCode(first))) throw neither()
  return json
}
