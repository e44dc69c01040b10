import type { ToolSpec } from '@/lib/model/types'
import { toolCalled } from '../tool-calls'
import { Bracket } from './json-extract'
import { END_TAG, type Mark, Marks, openedIn, partialAt } from './marks'
import { SaidLines } from './said-lines'
import { CALL_KEYS, type WrittenCall, writtenCalls } from './written-calls'

export type Piece =
  | { type: 'text' | 'thought'; text: string }
  | { type: 'call'; call: WrittenCall }
  /** All text so far was a thought whose beginning the server did not send. */
  | { type: 'retract' }
  /** These last words of the thoughts were the answer. */
  | { type: 'answered'; text: string }

type Options = {
  tools: readonly ToolSpec[]
  /** The text begins within a thought. */
  opensThinking: boolean
  /** Calls are written as JSON by agreement, so JSON may begin in mid-line. */
  byAgreement: boolean
}
type State = 'text' | 'thought' | 'call' | 'json'

const JSON_LINE = /(?:^|\n)[ \t]*(?:```[ \t]*[\w-]*[ \t]*\r?\n\s*)?[[{]/
const JSON_ANYWHERE = /```[ \t]*[\w-]*[ \t]*\r?\n\s*[[{]|[[{]/
/** A line that may still become a fence with JSON in it. */
const FENCE_BEGUN = /(^|\n)[ \t]*`{1,3}[ \t]*[\w-]*[ \t]*(\r?\n\s*)?$/
/** Harmony whose marks the server has taken away: `analysisThe person asks …assistantfinalIt is …`. */
const LOST_ANALYSIS = /^\s*analysis(?=[A-Z])/
/** A call names itself within this many characters. */
const KEY_CHARS = 200
const FIRST_KEY = /^[[\s]*\{\s*"((?:[^"\\]|\\.)*)"/
const MAY_BE_KEY = /^[[\s]*(\{\s*("(?:[^"\\]|\\.)*)?)?$/

/**
 * Tells the text of an answer from thoughts and tool calls that a model writes into it. Marks that are
 * quoted in code are text.
 */
export class Separator {
  #state: State
  #close: string | null
  /** Not yet told apart. */
  #rest = ''
  #said = new SaidLines()
  #guessing: boolean
  /** What was said in a thought that nothing has shown to be one yet. */
  #guessed = ''
  /** White space at the end of a thought, which may be all that is left of it. */
  #gap = ''
  #thinks = false
  #thoughts = 0
  readonly #marks: Marks
  /** JSON that is a call if the text ends with it; words after it make it an example. */
  #perhaps: { text: string; calls: WrittenCall[] } | null = null
  /** Where the search for the end of a call goes on. */
  #searched = 0
  #bracket: Bracket | null = null

  constructor(private readonly options: Options) {
    this.#state = options.opensThinking ? 'thought' : 'text'
    this.#close = options.opensThinking ? '</think>' : null
    this.#guessing = options.opensThinking
    this.#marks = new Marks(options.tools.map(({ name }) => name))
  }

  next(delta: string): Piece[] {
    this.#rest += delta
    const out: Piece[] = []
    while (this.#step(out, false));
    return out
  }

  /** The stream is over. `whole` = by the model's own end. */
  end(whole: boolean): Piece[] {
    const out: Piece[] = []
    while (this.#step(out, true));
    for (const call of this.#perhaps?.calls ?? []) out.push({ type: 'call', call })
    // It was said within a thought that never ended: this model did not think this time.
    if (whole && this.#guessing && this.#guessed.trim()) out.push({ type: 'answered', text: this.#guessed })
    return out
  }

  /** @returns whether another step may follow. */
  #step(out: Piece[], last: boolean): boolean {
    if (this.#rest === '') return false
    if (this.#state === 'thought') return this.#thought(out, last)
    if (this.#state === 'call') return this.#call(out, last)
    if (this.#state === 'json') return this.#json(out, last)
    return this.#text(out, last)
  }

  #thought(out: Piece[], last: boolean): boolean {
    const close = this.#close ?? ''
    const at = this.#rest.toLowerCase().indexOf(close)
    if (at >= 0) {
      this.#think(out, this.#rest.slice(0, at))
      this.#rest = this.#rest.slice(at + close.length).replace(/^\s+/, '')
      this.#state = 'text'
      this.#guessing = false
      this.#thinks = false
      this.#gap = ''
      return true
    }
    this.#think(out, this.#take(last ? this.#rest.length : partialAt(this.#rest, [close])))
    return false
  }

  #call(out: Piece[], last: boolean): boolean {
    const close = this.#close
    const from = Math.max(0, this.#searched - (close?.length ?? 0))
    const found = close ? this.#rest.slice(from).toLowerCase().indexOf(close) : -1
    const at = found < 0 ? -1 : from + found
    this.#searched = this.#rest.length
    if (at < 0 && !last) return false
    const whole = this.#take(at < 0 ? this.#rest.length : at + (this.#close?.length ?? 0))
    this.#settle(out, whole)
    return true
  }

  /** JSON that may be a call, alone or in a fence. */
  #json(out: Piece[], last: boolean): boolean {
    const start = this.#rest.search(/[[{]/)
    if (!this.#mayBeCall(this.#rest.slice(start, start + KEY_CHARS))) return this.#release(out)
    this.#bracket ??= new Bracket(start)
    const end = this.#bracket.end(this.#rest)
    if (end < 0) return last ? this.#release(out) : false
    const fenced = this.#rest.slice(0, start).includes('```')
    const after = fenced ? /^\s*```/.exec(this.#rest.slice(end)) : null
    if (fenced && !after && !last && this.#rest.slice(end).trim().length < 3) return false
    const whole = this.#take(end + (after?.[0].length ?? 0))
    if (this.options.byAgreement) this.#settle(out, whole)
    else this.#wait(out, whole)
    return true
  }

  #mayBeCall(json: string): boolean {
    const key = FIRST_KEY.exec(json)?.[1]
    if (key === undefined) return json.length < KEY_CHARS && MAY_BE_KEY.test(json)
    const { tools } = this.options
    const decides =
      toolCalled(tools, 'continue_thinking') && /^(continueThinking|reason|nextFocus)$/.test(key)
    return Boolean(CALL_KEYS.includes(key) || toolCalled(tools, key) || decides)
  }

  /** It was text after all. A fence stays open, so that what follows in it is left alone. */
  #release(out: Piece[]): boolean {
    const start = this.#rest.search(/[[{]/)
    this.#state = 'text'
    this.#bracket = null
    this.#pass(out, this.#take(start + 1))
    return true
  }

  #wait(out: Piece[], whole: string) {
    this.#state = 'text'
    this.#bracket = null
    const calls = writtenCalls(whole, this.options.tools)
    if (calls.length === 0) return this.#pass(out, whole)
    const { text = '', calls: before = [] } = this.#perhaps ?? {}
    this.#perhaps = { text: text + whole, calls: [...before, ...calls] }
  }

  #settle(out: Piece[], whole: string) {
    this.#state = 'text'
    this.#bracket = null
    this.#searched = 0
    const calls = writtenCalls(whole, this.options.tools)
    if (calls.length === 0) this.#pass(out, whole)
    else this.#rest = this.#rest.replace(/^\s+/, '')
    for (const call of calls) out.push({ type: 'call', call })
  }

  #text(out: Piece[], last: boolean): boolean {
    if (!this.#said.any && LOST_ANALYSIS.test(this.#rest)) {
      this.#rest = this.#rest.trimStart().slice('analysis'.length)
      this.#state = 'thought'
      this.#close = 'assistantfinal'
      this.#guessing = true
      return true
    }
    const mark = this.#mark()
    const json = this.#jsonAt()
    const partial = last ? this.#rest.length : this.#marks.partialAt(this.#rest, this.#said.line)
    if (json !== null && partial <= json && (!mark || json < mark.at)) {
      this.#pass(out, this.#take(partial))
      return false
    }
    if (json !== null && (!mark || json < mark.at)) {
      this.#pass(out, this.#take(json))
      this.#state = 'json'
      return true
    }
    if (mark) return this.#enter(out, mark)
    if (last) this.#rest = this.#rest.replace(END_TAG, '')
    const end = this.#rest.search(END_TAG)
    const begun = !this.#said.any && 'analysis'.startsWith(this.#rest.trimStart().slice(0, 9)) ? 0 : partial
    const held = last ? this.#rest.length : Math.min(begun, this.#fenceBegun(), end < 0 ? begun : end)
    this.#pass(out, this.#take(held))
    return false
  }

  /** The first mark that is not quoted. */
  #mark(): Mark | null {
    for (let from = 0; ; ) {
      const mark = this.#marks.in(this.#rest, from)
      if (!mark) return null
      const before = this.#rest.slice(0, mark.at)
      const line = this.#said.lineBefore(before)
      const quoted = this.#said.isInFence(before) || (line.split('`').length - 1) % 2 === 1
      const opened = this.#said.opened + openedIn(before)
      const isMeant = mark.kind === 'thought-end' ? opened <= 0 : !mark.startsLine || line.trim() === ''
      if (!quoted && isMeant) return mark
      from = mark.at + mark.length
    }
  }

  #enter(out: Piece[], mark: Mark): boolean {
    this.#pass(out, this.#take(mark.at))
    const whole = this.#take(mark.length)
    if (mark.kind === 'thought-end') {
      if (this.#said.any) out.push({ type: 'retract' })
      this.#said = new SaidLines()
      this.#rest = this.#rest.replace(/^\s+/, '')
    } else if (mark.kind !== 'noise') {
      this.#state = mark.kind
      this.#close = mark.close
      if (mark.kind === 'call') this.#rest = whole + this.#rest
    }
    return true
  }

  #jsonAt(): number | null {
    const { tools, byAgreement } = this.options
    if (tools.length === 0) return null
    const found = (byAgreement ? JSON_ANYWHERE : JSON_LINE).exec(this.#rest)
    if (!found) return null
    const at = found.index + (found[0].startsWith('\n') ? 1 : 0)
    const free = at > 0 || this.#said.line.trim() === '' || byAgreement
    return free && !this.#said.isInFence(this.#rest.slice(0, at)) ? at : null
  }

  #fenceBegun(): number {
    if (this.options.tools.length === 0) return this.#rest.length
    const found = FENCE_BEGUN.exec(this.#rest)
    if (!found || (found.index === 0 && this.#said.line.trim() !== '')) return this.#rest.length
    if (this.#said.isInFence(this.#rest.slice(0, found.index))) return this.#rest.length
    return found.index
  }

  #take(length: number): string {
    const taken = this.#rest.slice(0, length)
    this.#rest = this.#rest.slice(length)
    return taken
  }

  #pass(out: Piece[], given: string) {
    if (given === '') return
    const text = (this.#perhaps?.text ?? '') + given
    if (this.#perhaps && given.trim() === '') {
      this.#perhaps.text = text
      return
    }
    this.#perhaps = null
    this.#said.add(text)
    out.push({ type: 'text', text })
  }

  /** Without the white space around a thought. */
  #think(out: Piece[], text: string) {
    const all = this.#gap + (this.#thinks ? text : text.trimStart())
    const words = all.trimEnd()
    this.#gap = all.slice(words.length)
    if (words === '') return
    if (!this.#thinks) this.#thoughts++
    const parted = this.#thinks || this.#thoughts === 1 ? words : `\n\n${words}`
    this.#thinks = true
    if (this.#guessing) this.#guessed += parted
    out.push({ type: 'thought', text: parted })
  }
}
