/** Why we ended a call or one try of it. `finished` = it was over, and only the connection is released. */
export type EndCause = 'caller' | 'total' | 'first' | 'gap' | 'size' | 'drain' | 'finished'

/** An abort signal with one timer that remembers why it fired. It follows another signal. */
export class Ender {
  cause: EndCause | null = null
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #undo: () => void

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Ends when `signal` fires, for its cause at that time. */
  constructor(signal: AbortSignal, cause: () => EndCause) {
    const end = () => this.end(cause())
    signal.addEventListener('abort', end, { once: true })
    this.#undo = () => signal.removeEventListener('abort', end)
    if (signal.aborted) end()
  }

  /** Ends after `ms`. A later `watch` replaces this one. */
  watch(ms: number, cause: EndCause) {
    clearTimeout(this.#timer)
    if (this.cause === null) this.#timer = setTimeout(() => this.end(cause), ms)
  }

  pause() {
    clearTimeout(this.#timer)
  }

  end(cause: EndCause) {
    if (this.cause !== null) return
    this.cause = cause
    this.release()
    this.#controller.abort(new DOMException(`ended: ${cause}`, 'AbortError'))
  }

  release() {
    clearTimeout(this.#timer)
    this.#undo()
  }
}
