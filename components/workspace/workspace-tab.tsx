'use client'
import { ChevronRight, File, FileX, FolderOpen, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { Button } from '@/components/ui/button'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { DeletedFileDto, WorkspaceFileDto } from '@/lib/shared/dto'
import { useChanges } from '../shell/shell-context'
import { EmptyState } from '../ui/empty-state'
import { ErrorNote } from '../ui/error-note'
import { Skeleton } from '../ui/skeleton'
import { useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { FileView } from './file-view'
import { useBringBack } from './use-bring-back'

function DeletedFiles({ conversationId, files }: { conversationId: string; files: DeletedFileDto[] }) {
  const { busy, bringBack } = useBringBack(conversationId)
  return (
    <section aria-label="Deleted files">
      <h2 className="px-4 pb-1.5 text-ink-faint text-xs">Deleted</h2>
      <ul>
        {files.map((file) => (
          <li key={file.path} className="flex items-center gap-2.5 px-4 py-1">
            <FileX aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-mono text-ink-soft text-xs">{file.path}</p>
              <p className="text-ink-faint text-xs tabular">
                version {file.version}, deleted in message {file.turnNumber}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Restore ${file.path}`}
              disabled={busy === file.path}
              onClick={() => void bringBack(file)}
            >
              <Undo2 aria-hidden className="size-4" /> Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function WorkspaceTab() {
  const conversationId = useConversation((state) =>
    state.conversation || state.turns.length ? state.conversationId : null,
  )
  const settled = useConversation((state) =>
    state.turns.reduce((key, turn) => (turn.status === 'running' ? key : `${turn.id}.${turn.attempt}`), ''),
  )
  if (!conversationId) return <Empty />
  return <Workspace key={conversationId} conversationId={conversationId} settled={settled} />
}

const Empty = () => (
  <EmptyState icon={<FolderOpen />} title="No files yet">
    Attach one, or ask Mneme to write one.
  </EmptyState>
)

function Workspace({ conversationId, settled }: { conversationId: string; settled: string }) {
  const { value, error, reload } = useLoaded(`${conversationId} ${settled}`, () =>
    server.loadWorkspace({ conversationId }),
  )
  const [open, setOpen] = useState<string | null>(null)
  // Another tab may forget or restore a file.
  useChanges((changes) => {
    if (changes.some(({ kind, refId }) => kind === 'file' && refId === conversationId)) reload()
  })
  if (!value && error)
    return (
      <div className="p-4">
        <ErrorNote error={error} onRetry={reload} />
      </div>
    )
  if (!value) return <Waiting />
  const file = value.files.find((entry) => entry.path === open)
  if (file)
    return (
      <FileView conversationId={conversationId} file={file} onBack={() => setOpen(null)} onChanged={reload} />
    )
  if (value.files.length === 0 && value.deleted.length === 0 && Object.keys(value.state).length === 0)
    return <Empty />
  return (
    <div className="flex flex-col gap-5 py-3">
      {value.files.length > 0 && <Files files={value.files} onOpen={setOpen} />}
      {value.deleted.length > 0 && <DeletedFiles conversationId={conversationId} files={value.deleted} />}
      {Object.keys(value.state).length > 0 && <Notes state={value.state} />}
    </div>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading the files" className="flex flex-col gap-3 p-4">
    <Skeleton className="h-8" />
    <Skeleton className="h-8" />
    <Skeleton className="h-8 w-2/3" />
  </div>
)

function Files({ files, onOpen }: { files: WorkspaceFileDto[]; onOpen: (path: string) => void }) {
  const format = useFormat()
  return (
    <section aria-label="Files">
      <h2 className="px-4 pb-1.5 text-ink-faint text-xs">{format.plural(files.length, 'file')}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.path}>
            <button
              type="button"
              onClick={() => onOpen(file.path)}
              className="flex w-full items-center gap-2.5 px-4 py-2 text-left transition-colors duration-150 hover:bg-raised"
            >
              <File aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 truncate font-mono text-xs">{file.path}</span>
              <span className="shrink-0 text-ink-faint text-xs tabular">
                {format.bytes(file.bytes)}, version {file.version}, message {file.turnNumber}
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ state }: { state: Record<string, string> }) {
  return (
    <section aria-label="Notes">
      <h2 className="px-4 pb-1.5 text-ink-faint text-xs">Notes by the agent</h2>
      <dl className="flex flex-col">
        {Object.entries(state).map(([key, value]) => (
          <div key={key} className="border-line border-t px-4 py-2">
            <dt className="font-medium font-mono text-xs">{key}</dt>
            <dd className="line-clamp-4 whitespace-pre-wrap break-words text-ink-soft text-xs">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
