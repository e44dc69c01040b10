import { Bracket } from './json-extract'
import { found } from './marks'

const FENCE_END = /^\s*(?:`{3,}|~{3,})/
/** A longer gap before the end of a fence is not waited for. */
const MOST_GAP = 100

/** A call, or JSON, that has not ended. What was read is only joined, so time grows with its length. */
export class Held {
  #read: string
  #rest = ''
  /** The last character read that is no white space. */
  #ink = ''
  /** It is written in tags, and so ends with one. */
  #inTags = false
  /** JSON that has not ended; null = there is none, or no more; undefined = it may begin. */
  #bracket: Bracket | null | undefined

  /** `close` = the mark that ends it: '' = the end of its JSON, null = the end of the text. */
  constructor(
    private readonly opening: string,
    private readonly close: string | null,
  ) {
    this.#read = opening
  }

  get all(): string {
    return this.#read + this.#rest
  }

  /** @returns all of it and what follows, or null until it has ended. */
  next(text: string): [whole: string, after: string] | null {
    this.#rest += text
    const { close } = this
    if (this.#bracket === undefined) {
      const [ink] = this.#rest.trimStart()
      if (ink) this.#bracket = /[[{]/.test(ink) ? new Bracket() : null
      this.#inTags = ink === '<' || this.opening.endsWith('=')
    }
    if (this.#bracket) {
      const end = this.#bracket.end(this.#rest)
      this.#add(end < 0 ? this.#rest.length : end)
      if (end < 0) return null
      this.#bracket = null
    }
    if (close === '') return this.#fenced()
    while (close) {
      const at = this.#rest.search(found(close))
      this.#add(at < 0 ? this.#rest.length - close.length : at)
      if (at < 0) break
      if (!this.#inTags || /[>}]/.test(this.#ink))
        return [this.#read + this.#rest.slice(0, close.length), this.#rest.slice(close.length)]
      this.#add(close.length)
    }
    if (close === null) this.#add(this.#rest.length)
    return null
  }

  /** The text is over. A mark may end a call all the same whose JSON does not end; null = it is only JSON. */
  end(): [whole: string, after: string] | null {
    const { all, close } = this
    if (close === '') return this.#bracket ? null : [this.#read, this.#rest]
    if (!this.#bracket) return [all, '']
    this.#read = this.#rest = ''
    this.#bracket = null
    return this.next(all) ?? [all, '']
  }

  /** JSON has ended; in a fence it ends with that. */
  #fenced(): [whole: string, after: string] | null {
    const isFenced = /^[`~]/.test(this.opening)
    const end = (isFenced && FENCE_END.exec(this.#rest)?.[0].length) || 0
    if (isFenced && end === 0 && this.#rest.length < MOST_GAP && /^\s*[`~]{0,2}$/.test(this.#rest))
      return null
    return [this.#read + this.#rest.slice(0, end), this.#rest.slice(end)]
  }

  #add(length: number) {
    if (length <= 0) return
    const read = this.#rest.slice(0, length)
    this.#rest = this.#rest.slice(length)
    this.#ink = read.trimEnd().at(-1) ?? this.#ink
    this.#read += read
  }
}
