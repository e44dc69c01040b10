'use client'
import { type ReactNode, useState } from 'react'
import { forgetFile } from '@/components/forget/actions'
import { ForgetDialog } from '@/components/forget/forget-dialog'
import { QUOTES_STAY, sayForgotten } from '@/components/forget/say-forgotten'
import { toastFailure } from '@/components/ui/toast-failure'
import { type GraphNode, parseNodeId } from '@/lib/shared/memory/graph'

/**
 * Forgets a node's turn, or a file in every version; null for nodes that represent several turns, and for what
 * has a page of its own.
 */
export function useForgetNode(
  node: GraphNode,
  onForgotten: () => void,
): { label: string; run(): void; dialog: ReactNode } | null {
  const [asking, setAsking] = useState(false)
  const ref = parseNodeId(node.id)
  const file = ref?.kind === 'file' ? ref : null
  const { kind, conversationId, turnId, turnNumber } = node
  if ((!file && !turnId) || kind === 'fact' || kind === 'strategy') return null
  const forgetIt = async () => {
    if (!file) return setAsking(true)
    const result = await forgetFile({ conversationId: file.conversationId, path: file.path })
    if (!result.ok) return toastFailure(result.error)
    onForgotten()
    sayForgotten(`Forgot every version of ${file.path}.`, result.value, () => {}, QUOTES_STAY)
  }
  return {
    label: file ? 'Forget file' : 'Forget message…',
    run: () => void forgetIt(),
    dialog: asking && turnId && (
      <ForgetDialog
        target={{ conversationId, turnId, from: turnNumber, to: turnNumber, last: null }}
        onClose={() => setAsking(false)}
        onForgotten={(forgotten, words) => {
          onForgotten()
          sayForgotten(words, forgotten, () => {})
        }}
      />
    ),
  }
}
