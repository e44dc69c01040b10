import type { ModelSink } from '@/lib/model/types'
import { StorableStream } from '@/lib/shared/storable'

/**
 * What the caller has seen of all tries: equal to the deltas passed on. Leading white space waits for the
 * first word, so that an empty answer shows nothing and can be tried again.
 */
export class Shown {
  text = ''
  reasoning = ''
  #space = ''
  /** The reasoning of a new try starts a new paragraph. */
  #part = false
  #words = new StorableStream()
  #thoughts = new StorableStream()

  constructor(private readonly sink: ModelSink) {}

  begin() {
    this.#words = new StorableStream()
    this.#thoughts = new StorableStream()
    this.#space = ''
    this.#part = this.reasoning !== ''
  }

  think(piece: string) {
    const delta = this.#thoughts.next(piece)
    if (delta === '') return
    const words = this.#part ? `\n\n${delta}` : delta
    this.#part = false
    this.reasoning += words
    this.sink.onReasoning?.(words)
  }

  write(piece: string) {
    const delta = this.#words.next(piece)
    const words = this.text === '' ? (this.#space + delta).trimStart() : delta
    if (words === '') {
      this.#space += delta
      return
    }
    this.text += words
    this.sink.onText?.(words)
  }

  retract() {
    this.reasoning = (this.reasoning + this.text).trimEnd()
    this.text = ''
    this.sink.onRetract?.(0)
  }

  unthink(chars: number) {
    this.reasoning = this.reasoning.slice(0, -chars)
    this.sink.onRetract?.(chars)
  }
}
