'use client'
import { type CSSProperties, createContext, isValidElement, type ReactNode, use } from 'react'
import type { Components, ExtraProps } from 'streamdown'
import { cn } from '@/components/ui/cn'
import { ScrollArea } from '../scroll-area'
import { CodeBlock } from './code-block'
import { Formula } from './formula'
import { formulaKind } from './remark-formulas'

/** A citation mark as text. */
export const markText = (turn: number, conversation: string | null) =>
  conversation ? `[message ${turn} of another conversation]` : `[message ${turn}]`

/** How a citation mark is shown; plain text by default. */
export const CitationRenderer =
  createContext<(turn: number, conversation: string | null) => ReactNode>(markText)

/** How the mark of a strategy is shown; plain text by default. */
export const StrategyRenderer = createContext<(slug: string) => ReactNode>((slug) => `[${slug}]`)

function Cite({ node }: ExtraProps) {
  const [citation, strategy] = [use(CitationRenderer), use(StrategyRenderer)]
  const {
    'data-turn': turn,
    'data-conversation': conversation,
    'data-strategy': slug,
  } = node?.properties ?? {}
  if (typeof slug === 'string') return strategy(slug)
  if (!Number.isInteger(Number(turn))) return null
  return citation(Number(turn), typeof conversation === 'string' ? conversation : null)
}

function Link({ href, children }: ExtraProps & { href?: string | undefined; children?: ReactNode }) {
  const url = safeUrl(href)
  if (!url) return <span>{children}</span>
  return (
    <a
      href={url}
      title={url}
      target="_blank"
      rel="noopener noreferrer"
      className="break-words text-accent underline decoration-1 underline-offset-2 hover:text-accent-strong"
    >
      {children}
    </a>
  )
}

/** Never fetch what a model wrote: an image becomes its description, with a link if it has a web address. */
function NoImage({ src, alt }: ExtraProps & { src?: unknown; alt?: string | undefined }) {
  const label = `Image not shown: ${alt || 'no description'}`
  return <Link href={typeof src === 'string' && /^https?:/i.test(src) ? src : undefined}>{label}</Link>
}

function Pre({ children }: ExtraProps & { children?: ReactNode }) {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre>{children}</pre>
  const text = children.props.children
  return (
    <CodeBlock
      code={typeof text === 'string' ? text.replace(/\n$/, '') : ''}
      language={/language-([\w+#.-]+)/.exec(children.props.className ?? '')?.[1] ?? ''}
    />
  )
}

/** A column's alignment is the only style taken from the text. */
const aligned = (style: CSSProperties | undefined) =>
  style?.textAlign === 'right' || style?.textAlign === 'center' ? { textAlign: style.textAlign } : undefined

/** A number stays with its unit, and a long text is not squeezed into a column of single words. */
const width = (cell: ReactNode) =>
  typeof cell !== 'string' ? '' : cell.length <= 14 ? 'whitespace-nowrap' : cell.length > 30 ? 'min-w-40' : ''

type Tag = 'blockquote' | 'del' | 'em' | 'h3' | 'li' | 'p' | 'section' | 'strong' | 'sub' | 'sup'
type Row = 'table' | 'tbody' | 'thead' | 'tr' | 'ul'
/** `dir` 'auto' = the text decides its direction. */
const plain =
  (Element: Tag | Row, className?: string, dir?: 'auto') =>
  ({ children }: { children?: ReactNode } & ExtraProps) => (
    <Element dir={dir} className={className}>
      {children}
    </Element>
  )
/** One level for all headings: an answer may start with any, and the page must not skip a level. */
const heading = (className: string) => plain('h3', className, 'auto')

/** Every element an answer may become. Source attributes are dropped, so nothing else gets through. */
export const elements: Components = {
  p: plain('p', 'min-w-0 break-words', 'auto'),
  h1: heading('mt-2 font-semibold text-xl text-balance'),
  h2: heading('mt-2 font-semibold text-base'),
  h3: heading('mt-1 font-semibold text-base'),
  h4: heading('font-semibold text-sm'),
  h5: heading('font-semibold text-sm'),
  h6: heading('font-semibold text-sm'),
  strong: plain('strong', 'font-semibold'),
  em: plain('em'),
  del: plain('del', 'text-ink-soft'),
  sup: plain('sup'),
  sub: plain('sub'),
  section: plain('section', 'border-line border-t pt-3 text-ink-soft text-sm'),
  ul: plain('ul', 'flex min-w-0 list-disc flex-col gap-1.5 ps-6 marker:text-ink-faint', 'auto'),
  ol: ({ children, start }) => (
    <ol
      dir="auto"
      start={start}
      className="flex min-w-0 list-decimal flex-col gap-1.5 ps-6 marker:text-ink-faint marker:tabular"
    >
      {children}
    </ol>
  ),
  li: plain('li', 'min-w-0 break-words [&>ol]:mt-1.5 [&>p+p]:mt-2 [&>ul]:mt-1.5'),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'done:' : 'to do:'} className="mr-1.5 text-accent">
      {checked ? '☑' : '☐'}
    </span>
  ),
  blockquote: plain('blockquote', 'flex flex-col gap-2 border-line border-s-2 ps-4', 'auto'),
  hr: () => <hr className="border-line" />,
  br: () => <br />,
  code: ({ className, children }) => {
    const kind = formulaKind(className)
    if (kind && typeof children === 'string') return <Formula tex={children} display={kind === 'display'} />
    return (
      <code className="rounded-sm bg-sunken px-1 py-px font-mono text-[0.875em] [overflow-wrap:anywhere]">
        {children}
      </code>
    )
  },
  pre: Pre,
  a: Link,
  img: NoImage,
  cite: Cite,
  table: ({ children }) => (
    <ScrollArea
      as="figure"
      aria-label="Table"
      className="min-w-0 overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full border-collapse text-sm">{children}</table>
    </ScrollArea>
  ),
  thead: plain('thead', 'bg-surface text-left'),
  tbody: plain('tbody'),
  tr: plain('tr', 'border-line border-b last:border-b-0'),
  th: ({ children, style }) => (
    <th dir="auto" scope="col" style={aligned(style)} className="px-3 py-2 font-semibold">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td dir="auto" style={aligned(style)} className={cn('px-3 py-2 align-top tabular', width(children))}>
      {children}
    </td>
  ),
}
export const allowedElements = Object.keys(elements)

/** A table in pieces: equal column widths align all pieces, and one header is visible. */
export const firstRows: Components = {
  ...elements,
  table: plain('table', 'w-full table-fixed border-collapse text-sm'),
  tr: plain('tr', 'border-line border-b'),
}
export const moreRows: Components = { ...firstRows, thead: plain('thead', 'sr-only') }

const SAFE = new Set(['http:', 'https:', 'mailto:'])

/** The address if it is safe to follow (absolute http, https or mailto), else null. */
export function safeUrl(address: string | undefined): string | null {
  if (!address || address.length > 4_000) return null
  try {
    const url = new URL(address)
    return SAFE.has(url.protocol) && (url.protocol === 'mailto:' || url.hostname) ? url.href : null
  } catch {
    return null
  }
}
