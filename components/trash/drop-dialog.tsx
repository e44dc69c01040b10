'use client'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { dropFromTrash } from '../forget/actions'
import { ConfirmDialog } from '../forget/confirm-dialog'
import { useFormat } from '../ui/words/use-format'

type Props = { entry: TrashedDto | null; count: number; onClose(): void; onDropped(): void }

/** Asks before a conversation, or all of the trash (`entry` null), is deleted for good. */
export function DropDialog({ entry, count, onClose, onDropped }: Props) {
  const { plural } = useFormat()
  const what = entry ? `“${entry.title || UNTITLED}”` : plural(count, 'conversation')
  const drop = async () => {
    const result = await dropFromTrash({ trashId: entry?.trashId ?? null })
    if (!result.ok) return result.error
    onDropped()
    return null
  }
  return (
    <ConfirmDialog
      title={entry ? 'Delete permanently?' : 'Empty the trash?'}
      act={['Delete permanently', 'Deleting…']}
      disabled={false}
      problem={null}
      onConfirm={drop}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        <span className="break-words font-medium text-ink">{what}</span> will be removed from memory, files
        and the database. This cannot be undone. Settings → Forgotten lists what still mentions{' '}
        {entry ? 'it' : 'them'}.
      </p>
    </ConfirmDialog>
  )
}
