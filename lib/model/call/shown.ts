import { StorableStream } from '@/lib/base/storable'
import type { ModelSink } from '@/lib/model/types'

/** Where a JSON object, or a fence around one, may begin. */
const JSON_START = /\{|```/

/**
 * What the caller has been told so far, over all tries of a call; `text` and `reasoning` equal the deltas
 * that were passed on. White space waits for the first word, so that an empty answer shows nothing and may be
 * tried again.
 */
export class Shown {
  text = ''
  reasoning = ''
  #space = ''
  #held: string | null = null
  #holdJson = false
  /** The reasoning of a new try starts a new paragraph. */
  #part = false
  readonly #sink: ModelSink
  #words = new StorableStream()
  #thoughts = new StorableStream()

  constructor(sink: ModelSink) {
    this.#sink = sink
  }

  /**
   * A new try begins. `holdJson` keeps back everything from the first `{`: it may turn out to be a tool call.
   */
  begin(holdJson: boolean) {
    this.#words = new StorableStream()
    this.#thoughts = new StorableStream()
    this.#space = ''
    this.#held = null
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
    if (this.#held !== null) this.#held += delta
    else if (this.#holdJson && JSON_START.test(delta)) {
      const at = delta.search(JSON_START)
      this.#held = delta.slice(at)
      this.#pass(delta.slice(0, at))
    } else this.#pass(delta)
  }

  /** The held text was prose after all. */
  letGo() {
    const held = this.#held ?? ''
    this.#held = null
    this.#pass(held)
  }

  /** The try failed: of the held text only prose is worth keeping. */
  giveUp() {
    if (!/^(```(json)?\s*)?\{/i.test(this.#held ?? '')) this.letGo()
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
