'use client'
import { memo, useEffect, useState } from 'react'
import remend from 'remend'
import { Block, defaultRehypePlugins } from 'streamdown'
import { rehypeCitations } from './citations'
import { CodeBlock } from './code-block'
import { bounds } from './markdown-bounds'
import { allowedElements, elements, firstRows, moreRows } from './markdown-elements'
import type { Piece } from './markdown-pieces'
import { PlainText } from './plain-text'
import { hideFormulas } from './remark-formulas'
import { remarkPlugins } from './remark-plugins'
import { whenFree } from './render-queue'
import { safeUrl } from './safe-url'
import { TextParts } from './text-parts'

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

type Readable = Extract<Piece, { kind: 'markdown' | 'rows' }>

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
