'use client'
import { memo, useEffect, useState } from 'react'
import remend from 'remend'
import { Block, defaultRehypePlugins } from 'streamdown'
import { Button } from '../button'
import { useCopy } from '../copy-button'
import { type Format, useFormat } from '../words/use-format'
import { rehypeCitations } from './citations'
import { CodeBlock } from './code-block'
import { bounds, type Reason } from './markdown-bounds'
import { allowedElements, elements, firstRows, moreRows, safeUrl } from './markdown-elements'
import type { MarkdownNode } from './markdown-node'
import type { MarkdownPart } from './markdown-pieces'
import { hideFormulas } from './remark-formulas'
import { remarkPlugins } from './remark-plugins'
import { whenFree } from './render-queue'
import { TextParts } from './text-parts'

/** A rehype plugin: elements nested too deep become their text. */
function rehypeShallow() {
  return (tree: MarkdownNode) => flatten(tree, 0)
}

function flatten(node: MarkdownNode, depth: number) {
  if (!node.children) return
  if (depth >= bounds.nesting) node.children = [{ type: 'text', value: textOf(node) }]
  else for (const child of node.children) flatten(child, depth + 1)
}

const textOf = (node: MarkdownNode): string => node.value ?? node.children?.map(textOf).join('') ?? ''

/** Without `rehype-raw` HTML stays text; sanitiser, element list and URL check are separate barriers. */
const rehypePlugins = [defaultRehypePlugins.sanitize, rehypeShallow, rehypeCitations].filter(
  (plugin) => plugin !== undefined,
)
const unfinished = { linkMode: 'text-only', images: false, katex: false, htmlTags: false } as const

type Props = {
  piece: MarkdownPart
  /** Formatted in the first render, else when the page is idle. */
  now: boolean
  /** More text is coming: marks open at the end are closed for now. */
  unfinished: boolean
  className: string
}

/** One piece of a Markdown text. Renders only when its text changes. */
export const MarkdownPiece = memo(
  function MarkdownPiece({ piece, now, className, ...props }: Props) {
    const [ready, setReady] = useState(now)
    useEffect(() => (ready ? undefined : whenFree(() => setReady(true))), [ready])
    if (piece.kind === 'plain') return <PlainText piece={piece} />
    if (piece.kind === 'code')
      return <CodeBlock code={piece.text} language={piece.language} colored={ready} />
    return (
      <div className={className} {...(ready ? {} : { 'data-later': '' })}>
        {ready ? <Formatted piece={piece} {...props} /> : <Unformatted text={piece.text} />}
      </div>
    )
  },
  (before, after) =>
    before.unfinished === after.unfinished &&
    before.className === after.className &&
    same(before.piece, after.piece),
)

const same = (one: object, other: object) => {
  const values = Object.entries(other)
  return Object.entries(one).every(
    ([key, value], index) => values[index]?.[0] === key && values[index]?.[1] === value,
  )
}

/** A text whose formatting comes later: bars where its lines are, so that no marks are seen. */
const Unformatted = ({ text }: { text: string }) => (
  <p dir="auto" className="text-bars whitespace-pre-wrap break-words">
    <TextParts text={text} />
  </p>
)

type Readable = Extract<MarkdownPart, { kind: 'markdown' | 'rows' }>

function Formatted({ piece, unfinished: open }: { piece: Readable; unfinished: boolean }) {
  const components = piece.kind === 'markdown' ? elements : piece.continues ? moreRows : firstRows
  const text = hideFormulas(piece.text, open)
  return (
    <Block
      content={open ? remend(text, unfinished) : text}
      components={components}
      allowedElements={allowedElements}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      urlTransform={safeUrl}
      shouldParseIncompleteMarkdown={false}
      shouldNormalizeHtmlIndentation={false}
      index={0}
      isIncomplete={false}
    />
  )
}

const SHOWN_CHARS = 100_000

const WHY: Record<Reason, (count: number, format: Format) => string> = {
  nesting: () => `Quotes or lists are nested more than ${bounds.nesting} levels deep.`,
  length: (count, { number }) => `This paragraph is too long to format (${number(count)} characters).`,
  marks: (count, { number }) => `This part has too many formatting marks (${number(count)}).`,
  total: (count, { number }) => `The text is too long to format its last ${number(count)} characters.`,
}

/** Text shown verbatim because it cannot be formatted, with the reason. */
function PlainText({ piece }: { piece: Extract<MarkdownPart, { kind: 'plain' }> }) {
  const { text, reason, count } = piece
  const format = useFormat()
  const { state, copy } = useCopy()
  const [shown, setShown] = useState(SHOWN_CHARS)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div
        role="note"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5 text-ink-soft text-xs"
      >
        <span className="min-w-0 flex-1 basis-52">Shown as plain text. {WHY[reason](count, format)}</span>
        <span className="-mr-2 flex">
          <Button size="sm" look="ghost" onClick={() => copy(text)}>
            {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copy blocked' : 'Copy'}
          </Button>
        </span>
      </div>
      <p dir="auto" className="unkerned min-w-0 whitespace-pre-wrap break-words">
        <TextParts text={text.slice(0, shown)} />
      </p>
      {text.length > shown && (
        <Button size="sm" className="self-start" onClick={() => setShown(shown + SHOWN_CHARS)}>
          Show {format.number(Math.min(SHOWN_CHARS, text.length - shown))} more characters
        </Button>
      )}
    </div>
  )
}
