/** The state of the text passed on so far: its open marks and its unfinished last line. */
export class SaidLines {
  any = false
  blank = true
  tail = ''
  #start = ''
  #odd = false
  #fence = ''

  /** Within a fence, backticks, or a line that is indented like code. */
  get inCode(): boolean {
    return this.#fence !== '' || this.#odd || (this.any && /^(?: {4}|\t)/.test(this.#start))
  }

  add(text: string) {
    for (const [part, run] of text.matchAll(/\n|(`+|~+)|[^\n`~]+/g)) {
      if (part === '\n') {
        this.blank = true
        this.#odd = false
        this.#start = this.tail = ''
        continue
      }
      if (run) this.#run(run)
      this.blank &&= part.trim() === ''
      this.any ||= !this.blank
      this.#start = (this.#start + part.slice(0, 4)).slice(0, 4)
      this.tail = (this.tail + part).slice(-40)
    }
  }

  #run(run: string) {
    if (!this.blank || run.length < 3) this.#odd = this.#odd !== (run.startsWith('`') && run.length % 2 === 1)
    else if (this.#fence === '') this.#fence = run
    else if (run.startsWith(this.#fence)) this.#fence = ''
  }
}
