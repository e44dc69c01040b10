/** Words that a model streams one by one, when the test says so. */
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
    for (let next = 0; ; ) {
      const word = this.#words[next]
      if (word !== undefined) {
        next += 1
        yield word
      } else if (this.#over) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
