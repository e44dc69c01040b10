'use client'
import { useEffect, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import type { FactDto } from '@/lib/shared/memory/facts'
import type { ForgetFactPreview } from '@/lib/shared/memory/forget'
import { Check, ConfirmDialog } from '../forget/confirm-dialog'
import { factPreviewWords } from '../forget/forget-words'
import { useShell } from '../shell/shell-context'
import { SkeletonText } from '../ui/skeleton'
import { undoWords } from '../ui/words/undo-words'
import { previewForgetFact } from './actions'

type Props = {
  fact: FactDto
  /** `turns` = those that are forgotten with it. Returns why it was refused. */
  onForget(turns: string[]): Promise<Failure | null>
  onClose(): void
}

/** Confirms before a fact is forgotten, and says which messages would still say it. */
export function ForgetFactDialog({ fact, onForget, onClose }: Props) {
  const { undoMs } = useShell()
  const { preview, failure } = usePreview(fact)
  const [messages, setMessages] = useState(false)
  const [answers, setAnswers] = useState(false)
  const { saidIn, citedBy } = preview ?? { saidIn: [], citedBy: [] }
  const going = messages ? [...saidIn, ...(answers ? citedBy : [])] : []
  const said = factPreviewWords({ saidIn, citedBy })
  return (
    <ConfirmDialog
      title={`Forget “${fact.predicate}: ${fact.object}”`}
      act={['Forget', 'Forgetting…']}
      disabled={!preview}
      problem={failure}
      onConfirm={() => onForget(going.map(({ turnId }) => turnId))}
      onClose={onClose}
    >
      <p>The fact is removed from this page and from every prompt.</p>
      {!preview && !failure && <SkeletonText lines={3} />}
      {saidIn.length > 0 && (
        <>
          <p>{said.messages}</p>
          <Check checked={messages} onChange={setMessages}>
            {saidIn.length === 1
              ? 'Forget this message too, with its answer'
              : 'Forget these messages too, with their answers'}
          </Check>
        </>
      )}
      {messages && citedBy.length > 0 && (
        <>
          <p>{said.answers}</p>
          <Check checked={answers} onChange={setAnswers}>
            {citedBy.length === 1
              ? 'Forget this answer too, with its question'
              : 'Forget these answers too, with their questions'}
          </Check>
        </>
      )}
      <p className="text-ink-soft">
        You can undo this for {undoWords(undoMs)}. After that it is deleted permanently.
      </p>
    </ConfirmDialog>
  )
}

function usePreview({ ids }: FactDto) {
  const [preview, setPreview] = useState<ForgetFactPreview | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const key = ids.join(' ')
  useEffect(() => {
    let current = true
    void previewForgetFact({ ids: key.split(' ') }).then((result) => {
      if (!current) return
      if (result.ok) setPreview(result.value)
      else setFailure(result.error)
    })
    return () => {
      current = false
    }
  }, [key])
  return { preview, failure }
}
