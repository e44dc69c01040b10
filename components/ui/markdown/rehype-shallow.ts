import { bounds } from './markdown-bounds'

type Node = { type: string; value?: string; children?: Node[] }

/** A rehype plugin: elements nested too deep become their text. */
export function rehypeShallow() {
  return (tree: Node) => flatten(tree, 0)
}

function flatten(node: Node, depth: number) {
  if (!node.children) return
  if (depth >= bounds.nesting) node.children = [{ type: 'text', value: textOf(node) }]
  else for (const child of node.children) flatten(child, depth + 1)
}

const textOf = (node: Node): string => node.value ?? node.children?.map(textOf).join('') ?? ''
