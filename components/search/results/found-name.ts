import { nodeId, parseNodeId } from '@/lib/shared/memory/graph'
import type { RecallHit } from '@/lib/shared/turn/events'

type Found = Pick<RecallHit, 'kind' | 'refId' | 'turnId' | 'turnNumber' | 'covers'>

export function foundNode({ kind, refId, turnId, covers }: Found): string {
  if (kind === 'file') return nodeId('file', refId)
  if (kind === 'summary') return nodeId(covers && covers.from < covers.to ? 'roll-up' : 'summary', refId)
  return turnId ?? refId
}

/** A hit’s name: `Message 7`, `notes/plan.md`, `Summary of messages 1-10`. */
export function foundName(hit: Found): string {
  const { kind, turnNumber, covers } = hit
  if (kind === 'file') {
    const node = parseNodeId(foundNode(hit))
    return node?.kind === 'file' ? node.path : 'File'
  }
  if (kind === 'summary' && covers)
    return `Summary of ${covers.from < covers.to ? `messages ${covers.from}-${covers.to}` : `message ${covers.to}`}`
  return turnNumber === null ? (kind === 'summary' ? 'Summary' : 'Memory') : `Message ${turnNumber}`
}
