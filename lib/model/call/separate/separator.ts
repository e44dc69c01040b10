import type { ToolSpec } from '@/lib/model/types'
import { DECIDING_TOOL, FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { Held } from './held'
import { CANDIDATES } from './json-extract'
import { END_TAG, found, isWord, Marks, type ReasoningMark } from './marks'
import { SaidLines } from './said-lines'
import { failedCall, mayBeCall, type WrittenCall, writtenCalls } from './written-calls'

export type SeparatedPiece =
  | { type: 'text' | 'thought'; text: string }
  | { type: 'call'; call: WrittenCall }
  /** All text so far was a thought. `first` = its beginning was not sent. */
  | { type: 'retract'; first: boolean }
  /** The last characters of the thoughts were not that; what they were follows. */
  | { type: 'answered'; chars: number }

export type Options = {
  tools: readonly ToolSpec[]
  opensThinking: boolean
  /**
   * How calls come as JSON: `agreed` = anywhere, `example` = after words it is an example, else at the end.
   */
  calls: 'agreed' | 'usual' | 'example'
  json: boolean
}
type State = 'text' | 'thought' | 'call' | 'json'

/** At most this much text is withheld while its meaning is unclear. */
const MOST_HELD = 100
/** A fence, and where JSON begins in it. */
const FENCE = /^(?:`{3,}|~{3,})[ \t]*[\w-]*[ \t]*(?:\r?\n\s*(?<json>[[{])?)?/
const CALL_FENCE = /^[`~]{3,}[ \t]*tool_/
/** Harmony whose marks the server has taken away: `analysisThe person asks …assistantfinalIt is …`. */
const LOST_ANALYSIS = /^\s*analysis(?=[A-Z])/

/**
 * Tells an answer from thoughts and tool calls in its text. Marks that are quoted in code are text. Each
 * character is looked at a few times, however the text is cut.
 */
export class Separator {
  #state: State = 'text'
  #close = ''
  /** Text whose kind is not known yet. */
  #rest = ''
  #said = new SaidLines()
  /** The words that come first are guessed to be a thought. */
  #opens: boolean
  #guessing = false
  /** What was said in a thought that nothing has shown to be one yet. */
  #guessed = ''
  /** White space at the end of a thought, which may be all that is left of it. */
  #gap = ''
  #thinks = false
  #thoughts = 0
  /** Thoughts that the text opens in mid-sentence, as words about the mark. */
  #opened = 0
  readonly #marks: Marks
  /** JSON that is a call if the text ends with it; words after it make it an example. */
  #perhaps: { text: string; calls: WrittenCall[] } | null = null
  #held: Held | null = null
  /** How many calls and JSON never ended. */
  #unclosed = 0

  constructor(private readonly options: Options) {
    const { tools, opensThinking, json } = options
    this.#opens = opensThinking && !json
    const names = tools.map(({ name }) => name)
    this.#marks = new Marks(names, json || tools.length > 0)
  }

  next(delta: string): SeparatedPiece[] {
    this.#rest += delta
    const out: SeparatedPiece[] = []
    while (this.#step(out, false));
    return out
  }

  /** The stream is over. `whole` = by the model's own end. */
  end(whole: boolean): SeparatedPiece[] {
    const out: SeparatedPiece[] = []
    while (this.#step(out, true));
    for (const call of this.#perhaps?.calls ?? []) out.push({ type: 'call', call })
    if (!whole || !this.#guessing || !this.#guessed.trim()) return out
    // It was said within a thought that never ended: this model did not think this time.
    const again = new Separator({ ...this.options, opensThinking: false })
    const pieces = [...again.next(this.#guessed), ...again.end(whole)]
    return [...out, { type: 'answered', chars: this.#guessed.length }, ...pieces]
  }

  /** @returns whether another step may follow. */
  #step(out: SeparatedPiece[], last: boolean): boolean {
    if (this.#rest === '' && !(last && this.#held)) return false
    if (this.#state === 'thought') return this.#thought(out, last)
    return this.#state === 'text' ? this.#text(out, last) : this.#call(out, last)
  }

  #thought(out: SeparatedPiece[], last: boolean): boolean {
    const { length } = this.#close
    const at = this.#rest.search(found(this.#close))
    if (at < 0) {
      const from = Math.max(0, this.#rest.length - length + 1)
      const begun = this.#rest.toLowerCase().indexOf(this.#close[0] ?? '', from)
      this.#think(out, this.#take(last || begun < 0 ? this.#rest.length : begun))
      return false
    }
    this.#think(out, this.#take(at))
    const mayBeWord = this.#guessing && this.#close === '</think>'
    if (mayBeWord && this.#waits(length, last)) return false
    if (mayBeWord && isWord(this.#said.tail, this.#rest.slice(length))) this.#think(out, this.#take(length))
    else {
      if (this.#guessing) this.#said = new SaidLines()
      this.#take(length)
      this.#state = 'text'
      this.#guessing = this.#thinks = false
      this.#gap = ''
    }
    return true
  }

  /** What decides about the first characters is still to come. */
  #waits(length: number, last: boolean): boolean {
    const after = this.#rest.slice(length, length + MOST_HELD)
    return !last && after.length < MOST_HELD && /^[ \t\r]*$/.test(after)
  }

  #guess(close: string) {
    this.#state = 'thought'
    this.#close = close
    this.#guessing = true
    this.#opens = false
  }

  #call(out: SeparatedPiece[], last: boolean): boolean {
    const isJson = this.#state === 'json'
    if (!this.#held) {
      const start = this.#rest.search(/[[{]/)
      const { json, tools } = this.options
      const may = this.#unclosed < CANDIDATES && (json || mayBeCall(this.#rest.slice(start), tools))
      if (may === 'later' && !last) return false
      if (may !== true) return this.#release(out)
      this.#held = new Held(this.#take(start), '')
    }
    const held = this.#held
    const read = held.next(this.#take(this.#rest.length))
    // Only some of those that never end are read again.
    const ended = read ?? (last && this.#unclosed++ < CANDIDATES ? held.end() : null)
    if (!ended && !last) return false
    const [whole, after] = ended ?? (isJson ? ['', held.all] : [held.all, ''])
    this.#held = null
    this.#rest = after
    if (whole === '') return this.#release(out)
    this.#state = 'text'
    if (isJson && this.options.calls !== 'agreed') this.#wait(out, whole)
    else this.#settle(out, whole)
    return true
  }

  /** It was text after all. A fence stays open, so that what follows in it is left alone. */
  #release(out: SeparatedPiece[]): boolean {
    this.#state = 'text'
    this.#pass(out, this.#take(this.#rest.search(/[[{]/) + 1))
    return true
  }

  #wait(out: SeparatedPiece[], whole: string) {
    const { tools, json, calls: form } = this.options
    const calls = json ? [] : writtenCalls(whole, tools)
    const isHarmless = calls.some(({ name }) => [DECIDING_TOOL, FINISHING_TOOL].includes(name))
    const isExample = form === 'example' && this.#said.any && !isHarmless && !CALL_FENCE.test(whole)
    if (calls.length === 0 || isExample) return this.#pass(out, whole)
    const { text = '', calls: before = [] } = this.#perhaps ?? {}
    this.#perhaps = { text: text + whole, calls: [...before, ...calls] }
  }

  #settle(out: SeparatedPiece[], whole: string) {
    const { tools, json } = this.options
    const calls = writtenCalls(whole, tools)
    const failed = calls.length > 0 || json ? null : failedCall(whole)
    if (failed) calls.push(failed)
    if (calls.length === 0) this.#pass(out, whole)
    for (const call of calls) out.push({ type: 'call', call })
  }

  #text(out: SeparatedPiece[], last: boolean): boolean {
    if (!this.#said.any && LOST_ANALYSIS.test(this.#rest)) {
      this.#rest = this.#rest.trimStart().slice('analysis'.length)
      this.#guess('assistantfinal')
      return true
    }
    const mark = this.#marks.in(this.#rest)
    const partial = last ? this.#rest.length : this.#marks.partialAt(this.#rest, this.#said.tail)
    if (mark && mark.at < partial) {
      this.#pass(out, this.#take(mark.at))
      return this.#state !== 'text' || this.#mark(out, mark, last)
    }
    const tail = this.#rest.slice(-MOST_HELD)
    const end = tail.search(END_TAG)
    if (end >= 0 && last) this.#rest = this.#rest.slice(0, end - tail.length)
    const free = [partial, ...(end < 0 ? [] : [this.#rest.length - tail.length + end])]
    if (!this.#said.any && 'analysis'.startsWith(this.#rest.trimStart().slice(0, 9))) free.push(0)
    this.#pass(
      out,
      this.#take(last ? this.#rest.length : Math.max(Math.min(...free), this.#rest.length - MOST_HELD)),
    )
    return this.#state !== 'text'
  }

  /** The rest begins with a mark, which may be meant as one. */
  #mark(out: SeparatedPiece[], mark: ReasoningMark, last: boolean): boolean {
    const { kind, length } = mark
    const isMeant = this.#isMeant(mark, last)
    if (isMeant === 'later') return false
    if (!isMeant) {
      if (kind === 'thought' && !this.#said.inCode) this.#opened++
      if (kind === 'thought-end' && this.#opened > 0 && !this.#said.inCode) this.#opened--
      this.#pass(out, this.#take(length))
      return true
    }
    if (kind === 'json' || kind === 'fence') {
      this.#state = 'json'
    } else if (kind === 'thought-end') {
      this.#take(length)
      if (this.#said.any) out.push({ type: 'retract', first: this.#thoughts === 0 })
      this.#said = new SaidLines()
      this.#opens = false
    } else if (kind === 'noise') this.#take(length)
    else {
      this.#state = kind
      this.#opens = false
      const opening = this.#take(length)
      if (kind === 'call') this.#held = new Held(opening, mark.close)
      else this.#close = mark.close ?? ''
    }
    return true
  }

  #isMeant({ kind, place, length }: ReasoningMark, last: boolean): boolean | 'later' {
    const { inCode, blank, any, tail } = this.#said
    const { calls, json } = this.options
    if (kind === 'fence') {
      const begun = !inCode && (blank || calls === 'agreed') ? FENCE.exec(this.#rest) : null
      const known = begun?.[0].length ?? length
      if (known === this.#rest.length && !last && known < MOST_HELD) return 'later'
      return begun?.groups?.json !== undefined
    }
    if (inCode) return false
    if (kind === 'json') return blank || json || calls === 'agreed'
    if (kind === 'thought-end' && this.#opened > 0) return false
    if (place === 'apart')
      return this.#waits(length, last) ? 'later' : !isWord(tail, this.#rest.slice(length))
    return place === 'anywhere' || (blank && !(place === 'first' && any))
  }

  #take(length: number): string {
    const taken = this.#rest.slice(0, length)
    this.#rest = this.#rest.slice(length)
    return taken
  }

  #pass(out: SeparatedPiece[], given: string) {
    if (given === '') return
    const text = (this.#perhaps?.text ?? '') + given
    if (this.#perhaps && given.trim() === '') {
      this.#perhaps.text = text
      return
    }
    this.#perhaps = null
    if (this.#opens && text.trim() !== '') {
      this.#rest = text + this.#rest
      return this.#guess('</think>')
    }
    this.#said.add(text)
    const before = out.at(-1)
    if (before?.type === 'text') before.text += text
    else out.push({ type: 'text', text })
  }

  /** Without the white space around a thought. */
  #think(out: SeparatedPiece[], text: string) {
    if (this.#guessing) this.#said.add(text)
    const words = text.trimEnd()
    if (words === '') {
      if (this.#thinks) this.#gap += text
      return
    }
    const first = this.#thoughts === 0 || this.#thinks ? this.#gap : '\n\n'
    if (!this.#thinks) this.#thoughts++
    const parted = first + (this.#thinks ? words : words.trimStart())
    this.#gap = text.slice(words.length)
    this.#thinks = true
    if (this.#guessing) this.#guessed += parted
    out.push({ type: 'thought', text: parted })
  }
}
