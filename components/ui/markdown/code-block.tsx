'use client'
import { Check, Copy } from 'lucide-react'
import { memo } from 'react'
import { cn } from '@/components/ui/cn'
import { useCopy } from '@/components/ui/copy-button'
import { ScrollArea } from '../scroll-area'
import { TextParts } from './text-parts'

const TONES: Record<TokenKind, string> = {
  plain: '',
  comment: 'text-ink-faint italic',
  string: 'text-accent',
  number: 'text-accent',
  keyword: 'font-semibold',
}

type Props = { code: string; language?: string; colored?: boolean; className?: string }

/** Code with its language and a copy button, highlighted if `colored`. Long lines scroll inside the block. */
export const CodeBlock = memo(function CodeBlock({ code, language = '', colored = true, className }: Props) {
  const { state, copy } = useCopy()
  const tokens = highlight(code, colored ? language.toLowerCase() : '')
  return (
    <figure
      dir="ltr"
      className={cn('min-w-0 overflow-hidden rounded-md border border-line bg-surface', className)}
    >
      <figcaption className="flex h-8 items-center justify-between border-line border-b pr-1 pl-3 font-mono text-ink-faint text-xs">
        {language || 'text'}
        <button
          type="button"
          onClick={() => copy(code)}
          className="inline-flex h-6 items-center gap-1.5 rounded-sm px-2 font-sans text-ink-soft hover:bg-sunken hover:text-ink"
        >
          {state === 'copied' ? <Check className="size-3.5" /> : <Copy className="size-3.5" />}
          <span aria-live="polite">
            {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copy blocked' : 'Copy'}
          </span>
        </button>
      </figcaption>
      <ScrollArea
        as="pre"
        className="max-h-[32rem] overflow-auto px-3 py-2.5 font-mono text-[0.8125rem] leading-5"
      >
        <code className="block w-max min-w-full">
          {tokens.length === 1 && tokens[0]?.kind === 'plain' ? (
            <TextParts text={code} wrapped={false} />
          ) : (
            tokens.map((token, index) =>
              token.kind === 'plain' ? (
                token.text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens are derived from the text and never move on their own
                <span key={index} className={TONES[token.kind]}>
                  {token.text}
                </span>
              ),
            )
          )}
        </code>
      </ScrollArea>
    </figure>
  )
})

type TokenKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword'
type Token = { kind: TokenKind; text: string }

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
