/**
 * Formulas in running text as a micromark construct, because Markdown would read a formula's backslashes and
 * underscores as its own: `$x$`, `$$x$$`, `\(x\)` and `\[x\]`. A single dollar is a price unless it stands
 * like a quotation mark: no space inside, no letter or digit outside.
 */
type Code = number | null
type State = (code: Code) => State | undefined
type Effects = { enter(type: string): void; exit(type: string): void; consume(code: Code): void }
type Tokenizer = (this: { previous: Code }, effects: Effects, ok: State, nok: State) => State
type Token = unknown
type Compiler = {
  enter(node: FormulaNode, token: Token): void
  exit(token: Token): void
  sliceSerialize(token: Token): string
  stack: unknown[]
}
type FormulaNode = {
  type: 'formula'
  data: { hName: string; hProperties: object; hChildren: { type: 'text'; value: string }[] }
}
type Extensions = { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] }

const [DOLLAR, BACKSLASH, OPEN_PARENTHESIS, OPEN_BRACKET] = [36, 92, 40, 91]
const CLOSE: Record<number, number> = { [OPEN_PARENTHESIS]: 41, [OPEN_BRACKET]: 93 }
/** Longer ones are text. It also bounds the search for the end of an unclosed one. */
export const MAX_FORMULA = 2_000

/** Line endings are codes below -2, tabs -2 and -1. */
const isSpace = (code: Code) => code === null || code < 0 || code === 32
const isWord = (code: Code) => code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))

/** `5 or 10` between two dollars. */
const PRICE = /^\d[^\\]*\s\p{L}{2,}/u

const tokenize: Tokenizer = function (effects, ok, nok) {
  const before = this.previous
  /** The opening sign after the backslash; 0 = dollars. */
  let sign = 0
  let dollars = 0
  let text = ''
  let inText = false
  /** Line endings are tokens of their own. */
  const consume = (code: Code) => {
    if (!inText) effects.enter('formulaText')
    inText = true
    effects.consume(code)
  }
  const leaveText = () => {
    if (inText) effects.exit('formulaText')
    inText = false
  }

  const open: State = (code) => {
    effects.enter('formula')
    consume(code)
    if (code === DOLLAR) dollars = 1
    return code === DOLLAR ? afterDollar : afterBackslash
  }
  const afterBackslash: State = (code) => {
    if (code !== OPEN_PARENTHESIS && code !== OPEN_BRACKET) return nok(code)
    sign = code
    consume(code)
    return body
  }
  const afterDollar: State = (code) => {
    if (code === DOLLAR && dollars === 1) {
      dollars = 2
      consume(code)
      return body
    }
    return dollars === 1 && (isSpace(code) || isWord(before)) ? nok(code) : body(code)
  }
  const body: State = (code) => {
    if (code === null || text.length > MAX_FORMULA) return nok(code)
    if (code === DOLLAR && !sign) {
      if (dollars === 1 && (/\s$/.test(text) || PRICE.test(text))) return nok(code)
      consume(code)
      return dollars === 1 ? done : secondDollar
    }
    text += code < 0 ? ' ' : String.fromCodePoint(code)
    if (code < -2) {
      leaveText()
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return body
    }
    consume(code)
    return code === BACKSLASH ? escaped : body
  }
  const escaped: State = (code) => {
    if (sign && code === sign) return nok(code)
    if (code === null || code < 0) return body(code)
    if (!sign || code !== CLOSE[sign]) {
      text += String.fromCodePoint(code)
      consume(code)
      return body
    }
    consume(code)
    return done
  }
  const secondDollar: State = (code) => {
    if (code !== DOLLAR) return nok(code)
    consume(code)
    return done
  }
  const done: State = (code) => {
    if (!text.trim() || (dollars === 1 && isWord(code)) || code === DOLLAR) return nok(code)
    // An escaped link.
    if (sign === OPEN_BRACKET && code === OPEN_PARENTHESIS) return nok(code)
    leaveText()
    effects.exit('formula')
    return ok(code)
  }
  return open
}

const formula = { name: 'formula', tokenize }

function enterFormula(this: Compiler, token: Token) {
  const raw = this.sliceSerialize(token)
  const size = /^\$(?!\$)/.test(raw) ? 1 : 2
  const isDisplay = raw.startsWith('$$') || raw.startsWith('\\[')
  this.enter(
    {
      type: 'formula',
      data: {
        hName: 'code',
        hProperties: { className: [isDisplay ? 'language-math-display' : 'language-math'] },
        hChildren: [{ type: 'text', value: raw.slice(size, -size) }],
      },
    },
    token,
  )
}

/** The formula in a `code` element of these classes; null for code. */
export function formulaKind(className: string | undefined): 'inline' | 'display' | null {
  if (className === 'language-math') return 'inline'
  return className === 'language-math-display' ? 'display' : null
}

export function remarkFormulas(this: { data(): object }) {
  const data: Extensions = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { text: { [DOLLAR]: formula, [BACKSLASH]: formula } },
  ]
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    {
      enter: { formula: enterFormula },
      exit: {
        formula(this: Compiler, token: Token) {
          this.exit(token)
        },
      },
    },
  ]
}

const CODE_SPAN = /(`+)[^`]*\1(?!`)/g
const OPENERS = /\\[[(]|\$\$|(?<![\p{L}\p{N}\\$])\$(?=\S)(?=[^$\n]*[\\^_{])/gu
const CLOSERS: Record<string, string> = { '\\[': '\\]', '\\(': '\\)', $$: '$$', $: '$' }
/**
 * The text with the formula that is still being written closed, so that it is read as one; null if none is.
 */
export function closedFormula(text: string): string | null {
  const prose = text.replace(CODE_SPAN, (code) => ' '.repeat(code.length))
  if (prose.includes('`')) return null
  for (let from = 0; ; ) {
    OPENERS.lastIndex = from
    const found = OPENERS.exec(prose)
    if (!found) return null
    const [opener] = found
    const closer = CLOSERS[opener] ?? ''
    const end = prose.indexOf(closer, found.index + opener.length)
    if (end < 0) return prose.slice(found.index).includes('\n\n') ? null : close(text.trimEnd(), closer)
    from = end + closer.length
  }
}

/** The closing mark itself may be half there. */
function close(text: string, closer: string): string {
  const slashes = /\\*$/.exec(text)?.[0].length ?? 0
  const isHalf = closer === '$$' ? /[^$\\]\$$/.test(text) : closer.startsWith('\\') && slashes % 2 === 1
  if (isHalf) return text + closer.slice(1)
  return (slashes % 2 ? text.slice(0, -1) : text) + closer
}
