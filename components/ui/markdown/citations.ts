import { citationMarks, strategyMarks } from '@/lib/shared/turn/citations'
import type { MarkdownNode } from './markdown-node'

type CitedText =
  | { text: string }
  | { turns: number[]; conversation: string | null }
  | { strategies: string[] }

/** Splits the text at its citation marks, in order. Joined, the parts are the text. */
export function splitCitations(text: string): CitedText[] {
  const pieces: CitedText[] = []
  let end = 0
  const marks = [
    ...citationMarks(text).map(({ turns, conversation, ...at }) => ({ at, cited: { turns, conversation } })),
    ...strategyMarks(text).map(({ slugs, ...at }) => ({ at, cited: { strategies: slugs } })),
  ].sort((a, b) => a.at.start - b.at.start)
  for (const { at, cited } of marks) {
    if (at.start > end) pieces.push({ text: text.slice(end, at.start) })
    pieces.push(cited)
    end = at.end
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

const OPAQUE = new Set(['code', 'pre', 'a'])

/** A rehype plugin: citation marks in prose become `cite` elements. Code and links are unchanged. */
export function rehypeCitations() {
  return (tree: MarkdownNode) => cite(tree)
}

function cite(node: MarkdownNode) {
  if (!node.children || OPAQUE.has(node.tagName ?? '')) return
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? splitCitations(child.value ?? '').flatMap(toNodes) : [child],
  )
  for (const child of node.children) cite(child)
}

type Properties = Record<string, string>
const citeNode = (properties: Properties, value: string): MarkdownNode => ({
  type: 'element',
  tagName: 'cite',
  properties,
  children: [{ type: 'text', value }],
})
const spaced = (nodes: MarkdownNode[]): MarkdownNode[] =>
  nodes.flatMap((node, order) => (order > 0 ? [{ type: 'text', value: ' ' }, node] : [node]))

function toNodes(piece: CitedText): MarkdownNode[] {
  if ('text' in piece) return [{ type: 'text', value: piece.text }]
  if ('strategies' in piece)
    return spaced(piece.strategies.map((slug) => citeNode({ 'data-strategy': slug }, slug)))
  const place: Properties = piece.conversation ? { 'data-conversation': piece.conversation } : {}
  return spaced(piece.turns.map((turn) => citeNode({ 'data-turn': String(turn), ...place }, `turn ${turn}`)))
}
