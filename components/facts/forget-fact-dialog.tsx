'use client'
import { useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import type { FactDto } from '@/lib/shared/memory/facts'
import { Check, ConfirmDialog } from '../forget/confirm-dialog'
import { factPreviewWords } from '../forget/forget-words'
import { useShell } from '../shell/shell-context'
import { useLoaded } from '../ui/hooks/use-loaded'
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
  const { value: preview, error: failure } = useLoaded(fact.ids.join(), () =>
    previewForgetFact({ ids: fact.ids }),
  )
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
