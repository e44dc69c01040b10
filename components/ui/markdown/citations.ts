import { citationMarks } from '@/lib/shared/citations'

type CitedText = { text: string } | { turns: number[]; conversation: string | null }

/** Splits the text at its citation marks, in order. Joined, the parts are the text. */
export function splitCitations(text: string): CitedText[] {
  const pieces: CitedText[] = []
  let end = 0
  for (const mark of citationMarks(text)) {
    if (mark.start > end) pieces.push({ text: text.slice(end, mark.start) })
    pieces.push({ turns: mark.turns, conversation: mark.conversation })
    end = mark.end
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}
const OPAQUE = new Set(['code', 'pre', 'a'])

/** A rehype plugin: citation marks in prose become `cite` elements. Code and links are unchanged. */
export function rehypeCitations() {
  return (tree: Node) => cite(tree)
}

function cite(node: Node) {
  if (!node.children || OPAQUE.has(node.tagName ?? '')) return
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? splitCitations(child.value ?? '').flatMap(toNodes) : [child],
  )
  for (const child of node.children) cite(child)
}

const toNodes = (piece: CitedText): Node[] =>
  'text' in piece
    ? [{ type: 'text', value: piece.text }]
    : piece.turns.flatMap((turn, order): Node[] => [
        ...(order > 0 ? [{ type: 'text', value: ' ' }] : []),
        {
          type: 'element',
          tagName: 'cite',
          properties: {
            'data-turn': String(turn),
            ...(piece.conversation ? { 'data-conversation': piece.conversation } : {}),
          },
          children: [{ type: 'text', value: `turn ${turn}` }],
        },
      ])
