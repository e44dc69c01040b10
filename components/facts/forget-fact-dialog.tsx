'use client'
import { useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { factSentence } from '@/lib/shared/memory/fact-sentence'
import type { FactDto } from '@/lib/shared/memory/facts'
import { Check, ConfirmDialog } from '../forget/confirm-dialog'
import { type AlsoForget, alsoForget, stillQuotable } from '../forget/forget-words'
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

/** Confirms before a fact is forgotten, with what else says it: kept, that would be answered again. */
export function ForgetFactDialog({ fact, onForget, onClose }: Props) {
  const { undoMs } = useShell()
  const { value: preview, error: failure } = useLoaded(fact.ids.join(), () =>
    previewForgetFact({ ids: fact.ids }),
  )
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const offered = preview ? alsoForget(preview) : []
  const isGoing = ({ name, byDefault }: AlsoForget) => changed[name] ?? byDefault
  const going = offered.filter(isGoing).flatMap(({ turns }) => turns)
  const quotable = stillQuotable(offered.filter((also) => !isGoing(also)))
  return (
    <ConfirmDialog
      title={`Forget “${factSentence(fact)}”`}
      act={['Forget', 'Forgetting…']}
      disabled={!preview}
      problem={failure}
      onConfirm={() => onForget(going.map(({ turnId }) => turnId))}
      onClose={onClose}
    >
      <p>The fact is removed from this page, and no answer knows it any more.</p>
      {!preview && !failure && <SkeletonText lines={3} />}
      {offered.map((also) => (
        <Check
          key={also.name}
          checked={isGoing(also)}
          onChange={(on) => setChanged({ ...changed, [also.name]: on })}
        >
          {also.words}
        </Check>
      ))}
      {quotable && <p className="text-ink-soft">{quotable}</p>}
      <p className="text-ink-soft">
        You can undo this for {undoWords(undoMs)}. After that it is deleted permanently.
      </p>
    </ConfirmDialog>
  )
}
