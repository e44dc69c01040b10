'use client'
import { useEffect, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import type { ImportRemoval } from '@/lib/shared/import-removal'
import { QUOTES_STAY, sayForgotten } from '../forget/say-forgotten'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/use-format'
import { previewImportRemoval, removeImport } from './actions'
import { goneCount, removalWords } from './removal-words'

type Props = { at: string; name: string; onClose(): void; onChanged(removed: boolean): void }

/**
 * Confirms before an import is removed, and says what goes. `onChanged` is called after removing or restoring
 * it.
 */
export function RemoveImportDialog({ at, name, onClose, onChanged }: Props) {
  const format = useFormat()
  const [removal, setRemoval] = useState<ImportRemoval | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [continued, setContinued] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let current = true
    void previewImportRemoval(at).then((result) => {
      if (!current) return
      if (result.ok) setRemoval(result.value)
      else setFailure(result.error)
    })
    return () => {
      current = false
    }
  }, [at])
  const count = removal ? goneCount(removal, continued) : 0
  const remove = async () => {
    setBusy(true)
    const result = await removeImport({ at, continued })
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    onClose()
    onChanged(true)
    sayForgotten(
      `Removed ${format.plural(count, 'conversation')} of “${name}”.`,
      result.value,
      () => onChanged(false),
      QUOTES_STAY,
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove what this import added"
      description={name}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        {failure && <ErrorNote error={failure} />}
        {!failure && !removal && <SkeletonText lines={2} />}
        {removal && (
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {removalWords(removal, continued, format).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        {removal !== null && removal.continued > 0 && (
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              checked={continued}
              onChange={(event) => setContinued(event.target.checked)}
              className="mt-1 size-4 shrink-0 accent-[var(--accent)]"
            />
            <span className="min-w-0">
              Also remove{' '}
              {removal.continued === 1
                ? 'the one that was'
                : `the ${format.number(removal.continued)} that were`}{' '}
              gone on with
            </span>
          </label>
        )}
        {count > 0 && (
          <p className="text-ink-soft">
            You can undo this for a short while; then they are gone for good, from memory and from disk.
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" disabled={busy || count === 0}>
            {busy ? 'Removing…' : 'Remove'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
