'use client'
import { useState } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { Check, ConfirmDialog } from '../forget/confirm-dialog'
import { QUOTES_STAY, sayForgotten } from '../forget/say-forgotten'
import { useShell } from '../shell/shell-context'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/words/use-format'
import { undoWords } from '../ui/words/words'
import { server } from './actions'
import { goneCount, removalWords } from './import-words'

type Props = { at: string; name: string; onClose(): void; onChanged(removed: boolean): void }

/** Confirms before an import is removed. `onChanged` is called after it was removed or restored. */
export function RemoveImportDialog({ at, name, onClose, onChanged }: Props) {
  const format = useFormat()
  const { undoMs } = useShell()
  const { value: removal, error } = useLoaded(at, () => server.previewImportRemoval({ at }))
  const [continued, setContinued] = useState(false)
  const count = removal ? goneCount(removal, continued) : 0
  const remove = async () => {
    const result = await server.removeImport({ at, continued })
    if (!result.ok) return result.error
    onChanged(true)
    const words = `Removed ${format.plural(count, 'conversation')} from “${name}”.`
    sayForgotten(words, result.value, () => onChanged(false), QUOTES_STAY)
    return null
  }
  return (
    <ConfirmDialog
      title="Remove what this import added"
      description={name}
      act={['Remove', 'Removing…']}
      disabled={count === 0}
      problem={error}
      onConfirm={remove}
      onClose={onClose}
    >
      {!error && !removal && <SkeletonText lines={2} />}
      {removal && (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {removalWords(removal, continued, format).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {removal !== null && removal.continued > 0 && (
        <Check checked={continued} onChange={setContinued}>
          Also remove{' '}
          {removal.continued === 1
            ? 'the conversation that was'
            : `the ${format.number(removal.continued)} conversations that were`}{' '}
          continued later
        </Check>
      )}
      {count > 0 && (
        <p className="text-ink-soft">
          You can undo this for {undoWords(undoMs)}. After that they are permanently deleted from memory and
          from disk.
        </p>
      )}
    </ConfirmDialog>
  )
}
