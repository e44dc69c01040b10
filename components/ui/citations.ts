/** Marks such as `[turn 7]`, `[Turns 3, 5]` or `[turn 2, turn 4]`: what an answer uses to name the turns it rests on. */
const MARK = /\[turns?\s+(\d{1,6}(?:\s*(?:,|and|&)\s*(?:turns?\s+)?\d{1,6})*)\]/gi
const MAX_NUMBERS = 12

export type CitedText = { text: string } | { turns: number[] }

/** The text cut at its citation marks, in order; joined again it says the same. */
export function splitCitations(text: string): CitedText[] {
  const pieces: CitedText[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ turns: [...(match[1] ?? '').matchAll(/\d+/g)].slice(0, MAX_NUMBERS).map(([digits]) => Number(digits)) })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

type Node = { type: string; tagName?: string; value?: string; properties?: Record<string, unknown>; children?: Node[] }
const OPAQUE = new Set(['code', 'pre', 'a'])

/** A rehype plugin: citation marks in prose become `cite` elements; code and links are left alone. */
export function rehypeCitations() {
  return (tree: Node) => cite(tree)
}

function cite(node: Node) {
  if (!node.children || OPAQUE.has(node.tagName ?? '')) return
  node.children = node.children.flatMap((child) => (child.type === 'text' ? splitCitations(child.value ?? '').flatMap(toNodes) : [child]))
  for (const child of node.children) cite(child)
}

const toNodes = (piece: CitedText): Node[] =>
  'text' in piece
    ? [{ type: 'text', value: piece.text }]
    : piece.turns.flatMap((turn, order): Node[] => [
        ...(order > 0 ? [{ type: 'text', value: ' ' }] : []),
        { type: 'element', tagName: 'cite', properties: { 'data-turn': String(turn) }, children: [{ type: 'text', value: `turn ${turn}` }] },
      ])
