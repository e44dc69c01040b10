import { openedIn } from './marks'

const FENCE = /(^|\n)[ \t]*```/g
const fences = (text: string) => (text.includes('```') ? (text.match(FENCE)?.length ?? 0) : 0)

/** What matters of the text that was passed on: its unfinished last line, and what is open before it. */
export class SaidLines {
  /** The unfinished last line. */
  line = ''
  /** Anything but white space was said. */
  any = false
  /** Thoughts that the text opens in mid-sentence, as words about the mark. */
  opened = 0
  #fenced = false

  add(text: string) {
    this.opened += openedIn(text)
    this.any ||= text.trim() !== ''
    const all = this.line + text
    const end = all.lastIndexOf('\n') + 1
    if (fences(all.slice(0, end)) % 2) this.#fenced = !this.#fenced
    this.line = all.slice(end)
  }

  /** The line before a place in the text that follows. */
  lineBefore(next: string): string {
    const before = this.line + next
    return before.slice(before.lastIndexOf('\n') + 1)
  }

  /** Whether a code fence is open after the text that follows. */
  isInFence(next: string): boolean {
    return this.#fenced !== (fences(this.line + next) % 2 === 1)
  }
}
