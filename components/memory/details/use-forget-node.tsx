'use client'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { forgetFile } from '@/components/forget/actions'
import { ForgetDialog } from '@/components/forget/forget-dialog'
import { QUOTES_STAY, sayForgotten } from '@/components/forget/say-forgotten'
import { Button } from '@/components/ui/button'
import { toastFailure } from '@/components/ui/toast-failure'
import { type GraphNode, parseNodeId } from '@/lib/shared/memory/graph'

/**
 * Forgets a node's turn, or a file in every version. Not available for nodes that represent several turns.
 */
export function ForgetNode({ node, onForgotten }: { node: GraphNode; onForgotten(): void }) {
  const [asking, setAsking] = useState(false)
  const ref = parseNodeId(node.id)
  const file = ref?.kind === 'file' ? ref : null
  const { conversationId, turnId, turnNumber } = node
  if (!file && !turnId) return null
  const forgetIt = async () => {
    if (!file) return setAsking(true)
    const result = await forgetFile({ conversationId: file.conversationId, path: file.path })
    if (!result.ok) return toastFailure(result.error)
    onForgotten()
    sayForgotten(`Forgot every version of ${file.path}.`, result.value, () => {}, QUOTES_STAY)
  }
  return (
    <>
      <Button size="sm" look="danger" onClick={() => void forgetIt()}>
        <Eraser aria-hidden className="size-3.5" /> {file ? 'Forget file' : 'Forget turn…'}
      </Button>
      {asking && turnId && (
        <ForgetDialog
          target={{ conversationId, turnId, from: turnNumber, to: turnNumber, last: null }}
          onClose={() => setAsking(false)}
          onForgotten={(forgotten, words) => {
            onForgotten()
            sayForgotten(words, forgotten, () => {})
          }}
        />
      )}
    </>
  )
}
