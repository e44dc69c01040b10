/** Words that come when the test says so: what a model streams while a browser looks on. */
export class Speech implements AsyncIterable<string> {
  readonly #words: string[] = []
  #over = false
  #wake = () => {}

  say(...words: string[]): this {
    this.#words.push(...words)
    this.#wake()
    return this
  }

  end() {
    this.#over = true
    this.#wake()
  }

  async *[Symbol.asyncIterator]() {
    for (let said = 0; ; ) {
      const word = this.#words[said]
      if (word !== undefined) {
        said += 1
        yield word
      } else if (this.#over) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
