import type { GraphNode } from '@/lib/shared/memory/graph'

/** Hues of the theme, `--topic-0` and so on. */
export const HUES = 12
export const NO_HUE = -1
export const hueVariable = (hue: number) => (hue === NO_HUE ? '--ink-faint' : `--topic-${hue}`)

/** A node has the hue of its topic, or of its conversation while there are no topics. */
export function hueOf({ hue, topicId, kind, turnId, conversationId }: GraphNode): number {
  if (hue !== undefined) return hue % HUES
  const isOfOne = kind === 'conversation' || turnId !== null
  return topicId === undefined && isOfOne ? hash(conversationId) % HUES : NO_HUE
}

/** Nodes that belong to a turn have its colour. */
export function inTurnColours(nodes: readonly GraphNode[]): GraphNode[] {
  const hues = new Map(
    nodes.flatMap(({ kind, turnId, hue }) => (kind === 'turn' && turnId ? [[turnId, hue]] : [])),
  )
  return nodes.map((node) => {
    const hue = node.hue ?? hues.get(node.turnId ?? '')
    return hue === node.hue || hue === undefined ? node : { ...node, hue }
  })
}

/** FNV-1a: the same colour on every visit. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value
}
