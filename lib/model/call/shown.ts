import { StorableStream } from '@/lib/base/storable'
import type { ModelSink } from '@/lib/model/types'

/** Where a JSON object, or a fence around one, may begin. */
const JSON_START = /\{|```/

/**
 * What the caller has seen of all tries: `text` and `reasoning` equal the deltas passed on. Leading white
 * space waits for the first word, so that an empty answer shows nothing and can be tried again.
 */
export class Shown {
  text = ''
  reasoning = ''
  #space = ''
  #kept: string | null = null
  #holdJson = false
  /** The reasoning of a new try starts a new paragraph. */
  #part = false
  readonly #sink: ModelSink
  #words = new StorableStream()
  #thoughts = new StorableStream()

  constructor(sink: ModelSink) {
    this.#sink = sink
  }

  /** A new try begins. `holdJson` = keep back everything from the first `{`, which may be a tool call. */
  begin(holdJson: boolean) {
    this.#words = new StorableStream()
    this.#thoughts = new StorableStream()
    this.#space = ''
    this.#kept = null
    this.#holdJson = holdJson
    this.#part = this.reasoning !== ''
  }

  think(piece: string) {
    const delta = this.#thoughts.next(piece)
    if (delta === '') return
    const words = this.#part ? `\n\n${delta}` : delta
    this.#part = false
    this.reasoning += words
    this.#sink.onReasoning?.(words)
  }

  write(piece: string) {
    const delta = this.#words.next(piece)
    if (this.#kept !== null) this.#kept += delta
    else if (this.#holdJson && JSON_START.test(delta)) {
      const at = delta.search(JSON_START)
      this.#kept = delta.slice(at)
      this.#pass(delta.slice(0, at))
    } else this.#pass(delta)
  }

  /** The text kept back was prose after all. */
  release() {
    const kept = this.#kept ?? ''
    this.#kept = null
    this.#pass(kept)
  }

  /** The try failed. Text that was kept back is only shown if it is prose. */
  giveUp() {
    if (!/^(```(json)?\s*)?\{/i.test(this.#kept ?? '')) this.release()
  }

  #pass(delta: string) {
    const words = this.text === '' ? (this.#space + delta).trimStart() : delta
    if (words === '') {
      this.#space += delta
      return
    }
    this.text += words
    this.#sink.onText?.(words)
  }
}
