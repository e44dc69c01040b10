'use client'
import { memo, useEffect, useMemo, useState } from 'react'
import remend from 'remend'
import { Block, defaultRehypePlugins } from 'streamdown'
import { rehypeCitations } from './citations'
import { CodeBlock } from './code-block'
import { Formula } from './formula'
import { bounds } from './markdown-bounds'
import { allowedElements, elements, firstRows, moreRows } from './markdown-elements'
import { cutToFit, type Piece } from './markdown-pieces'
import { PlainText } from './plain-text'
import { closedFormula } from './remark-formulas'
import { remarkPlugins } from './remark-plugins'
import { whenFree } from './render-queue'
import { safeUrl } from './safe-url'
import { Unformatted } from './unformatted'

type Node = { type: string; value?: string; children?: Node[] }

/** A rehype plugin: elements nested too deep become their text. */
function rehypeShallow() {
  return (tree: Node) => flatten(tree, 0)
}

function flatten(node: Node, depth: number) {
  if (!node.children) return
  if (depth >= bounds.nesting) node.children = [{ type: 'text', value: textOf(node) }]
  else for (const child of node.children) flatten(child, depth + 1)
}

const textOf = (node: Node): string => node.value ?? node.children?.map(textOf).join('') ?? ''

/**
 * Without `rehype-raw`, HTML stays text. The sanitiser, the list of elements and the URL check are three
 * separate barriers.
 */
const rehypePlugins = [defaultRehypePlugins.sanitize, rehypeShallow, rehypeCitations].filter(
  (plugin) => plugin !== undefined,
)
const unfinished = { linkMode: 'text-only', images: false, katex: false, htmlTags: false } as const

type Props = {
  piece: Piece
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
    if (piece.kind === 'plain') return <Plain piece={piece} className={className} />
    if (piece.kind === 'code')
      return <CodeBlock code={piece.text} language={piece.language} colored={ready} />
    if (piece.kind === 'formula')
      return (
        <div className={className}>
          {piece.closed || props.unfinished ? (
            <Formula tex={piece.tex} display typeset={ready} />
          ) : (
            <p className="whitespace-pre-wrap break-words">{piece.text}</p>
          )}
        </div>
      )
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

type Readable = Extract<Piece, { kind: 'markdown' | 'rows' }>

function Formatted({ piece, unfinished: open }: { piece: Readable; unfinished: boolean }) {
  const components = piece.kind === 'markdown' ? elements : piece.part === 0 ? firstRows : moreRows
  return (
    <Block
      content={open ? (closedFormula(piece.text) ?? remend(piece.text, unfinished)) : piece.text}
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

function Plain({ piece, className }: { piece: Extract<Piece, { kind: 'plain' }>; className: string }) {
  const [formatted, setFormatted] = useState(false)
  // Dividing would neither reduce deep nesting nor bound the time of an endless text.
  const canFormat = piece.reason === 'length' || piece.reason === 'marks'
  const parts = useMemo(() => (formatted ? cutToFit(piece.text) : []), [formatted, piece.text])
  if (!formatted || !canFormat)
    return <PlainText piece={piece} onFormat={canFormat ? () => setFormatted(true) : undefined} />
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their places
    <MarkdownPiece key={index} piece={part} now={false} unfinished={false} className={className} />
  ))
}
