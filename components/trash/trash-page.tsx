'use client'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { server } from '../forget/actions'
import { ConfirmDialog } from '../forget/confirm-dialog'
import { ListBody } from '../list/list-body'
import { PageHeader } from '../shell/page-header'
import { useChanges } from '../shell/shell-context'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { useLoaded } from '../ui/hooks/use-loaded'
import { RelativeTime } from '../ui/words/relative-time'
import { useFormat } from '../ui/words/use-format'
import { undoWords } from '../ui/words/words'
import { leftWords, useRestore } from './use-restore'

type DropProps = { entry: TrashedDto | null; count: number; onClose(): void; onDropped(): void }

/** Confirms that a conversation is deleted for good, or with `entry` null the whole trash. */
function DropDialog({ entry, count, onClose, onDropped }: DropProps) {
  const { plural } = useFormat()
  const what = entry ? `“${entry.title || UNTITLED}”` : plural(count, 'conversation')
  const drop = async () => {
    const result = await server.dropFromTrash({ trashId: entry?.trashId ?? null })
    if (!result.ok) return result.error
    onDropped()
    return null
  }
  return (
    <ConfirmDialog
      title={entry ? 'Delete permanently?' : 'Empty the trash?'}
      act={['Delete permanently', 'Deleting…']}
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

type Props = { first: Result<TrashedDto[]>; keptMs: number }

/** Deleted conversations: restore one, or delete it for good. */
export function TrashPage({ first, keptMs }: Props) {
  const { value: entries, error, reload } = useLoaded('', server.listTrash, { first })
  useChanges(reload)
  const putBack = useRestore()
  const format = useFormat()
  const [dropping, setDropping] = useState<TrashedDto | 'all' | null>(null)
  const region = useRef<HTMLElement>(null)
  const restore = async (entry: TrashedDto) => {
    if (await putBack(entry)) region.current?.focus()
    reload()
  }
  const full = entries && entries.length >= limits.forget.trashShown
  return (
    <>
      <PageHeader title="Trash">
        {entries && entries.length > 0 && (
          <Button size="sm" onClick={() => setDropping('all')}>
            Empty the trash…
          </Button>
        )}
      </PageHeader>
      <ListBody
        region={region}
        label="Deleted conversations"
        error={error}
        onRetry={reload}
        className="gap-3"
      >
        {entries && entries.length > 0 && (
          <p className="text-ink-soft">
            Deleted conversations are hidden everywhere and never recalled. They are kept here for{' '}
            {undoWords(keptMs)}
            {full && `; the newest ${limits.forget.trashShown} are shown`}.
          </p>
        )}
        {entries && (
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.trashId} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-60">
                  <p className="truncate font-medium">{entry.title || UNTITLED}</p>
                  <p className="text-ink-soft text-sm">
                    {format.plural(entry.turns, 'message')} · deleted <RelativeTime at={entry.deletedAt} /> ·{' '}
                    {leftWords(entry, format)}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    aria-label={`Restore ${entry.title || UNTITLED}`}
                    onClick={() => void restore(entry)}
                  >
                    Restore
                  </Button>
                  <Button
                    size="sm"
                    look="ghost"
                    aria-label={`Delete ${entry.title || UNTITLED} permanently`}
                    onClick={() => setDropping(entry)}
                  >
                    Delete permanently…
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
        {entries?.length === 0 && (
          <EmptyState icon={<Trash2 />} title="The trash is empty">
            Deleted conversations are kept here for {undoWords(keptMs)}, and you can restore them.
          </EmptyState>
        )}
      </ListBody>
      {dropping && (
        <DropDialog
          entry={dropping === 'all' ? null : dropping}
          count={entries?.length ?? 0}
          onClose={() => setDropping(null)}
          onDropped={() => {
            reload()
            region.current?.focus()
          }}
        />
      )}
    </>
  )
}
