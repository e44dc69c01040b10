/**
 * Who ended a call, or one try of it, from our side. `finished` = it was over anyway and only the connection
 * is released.
 */
export type EndCause = 'caller' | 'total' | 'first' | 'gap' | 'size' | 'drain' | 'finished'

/**
 * An abort signal that remembers why it fired, with one timer. A child ends with its parent, for the parent's
 * cause.
 */
export class Ender {
  cause: EndCause | null = null
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #undo: (() => void) | undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Ends when `signal` fires, for the cause known then. */
  follow(signal: AbortSignal, cause: () => EndCause): this {
    const end = () => this.end(cause())
    if (signal.aborted) end()
    else {
      signal.addEventListener('abort', end, { once: true })
      this.#undo = () => signal.removeEventListener('abort', end)
    }
    return this
  }

  /** Ends after `ms` without another `watch`: the last one counts. */
  watch(ms: number, cause: EndCause) {
    clearTimeout(this.#timer)
    if (this.cause === null) this.#timer = setTimeout(() => this.end(cause), ms)
  }

  end(cause: EndCause) {
    if (this.cause !== null) return
    this.cause = cause
    this.release()
    this.#controller.abort(new DOMException(`ended: ${cause}`, 'AbortError'))
  }

  release() {
    clearTimeout(this.#timer)
    this.#undo?.()
  }
}
