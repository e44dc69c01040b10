export type TokenKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword'
export type Token = { kind: TokenKind; text: string }

const words = (list: string) => new Set(list.split(/\s+/))
const KEYWORDS = words(
  `abstract and as assert async await begin break case catch class const continue def default defer del delete do done elif else elseif end enum esac except export extends
false fi final finally fn for foreach from func function go if impl implements import in instanceof interface is lambda let loop match mod module mut namespace new nil none not null of
or override package pass private protected pub public raise readonly record ref return select self static struct super switch then this throw trait true try type typeof union unless
until use using var void when where while with yield insert into values update set create table drop alter join on group by order having limit`,
)
/** Languages whose comments start with `#`, and those with `--`. */
const HASH = words(
  'python py sh bash shell zsh ruby rb yaml yml toml r perl make makefile dockerfile ini conf env elixir',
)
const DASHES = words('sql lua haskell hs elm ada')
const PLAIN = new Set(['', ...words('text txt plain plaintext console output log csv md markdown diff')])
const MAX_CHARS = 20_000
/** Limits the tokens, since each is an element. */
const MAX_TOKENS = 4_000

const STRING = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?/
const REST = /(?<number>\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b)|(?<word>[A-Za-z_$][\w$]*)/

const NAMED = ['comment', 'string', 'number'] as const
function grammar(language: string): RegExp {
  const comment = HASH.has(language)
    ? /#.*/
    : DASHES.has(language)
      ? /--.*/
      : /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|<!--[\s\S]*?(?:-->|$)/
  return new RegExp(`(?<comment>${comment.source})|(?<string>${STRING.source})|${REST.source}`, 'g')
}

/** Comments, strings, numbers, common keywords. Joined, the tokens are the code. */
export function highlight(code: string, language: string): Token[] {
  if (PLAIN.has(language) || code.length > MAX_CHARS) return [{ kind: 'plain', text: code }]
  const tokens: Token[] = []
  const push = (kind: TokenKind, text: string) => {
    const last = tokens.at(-1)
    if (kind === 'plain' && last?.kind === 'plain') last.text += text
    else if (text) tokens.push({ kind, text })
  }
  let end = 0
  for (const match of code.matchAll(grammar(language))) {
    if (tokens.length > MAX_TOKENS) return [{ kind: 'plain', text: code }]
    push('plain', code.slice(end, match.index))
    const [text] = match
    const kind = NAMED.find((name) => match.groups?.[name] !== undefined)
    push(kind ?? (KEYWORDS.has(text.toLowerCase()) ? 'keyword' : 'plain'), text)
    end = match.index + text.length
  }
  push('plain', code.slice(end))
  return tokens
}
