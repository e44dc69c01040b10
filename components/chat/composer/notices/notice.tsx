'use client'
import { FileInput, GitBranch, Trash2, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { fullWarning } from '@/components/chat/turn/thinking/window-words'
import { server, undoForget } from '@/components/forget/actions'
import { IMPORT_PAGE } from '@/components/shell/places'
import { imports } from '@/components/transfer/queue/import-queue'
import { looksLikeExport, looksLikeZip } from '@/components/transfer/queue/looks-like-export'
import { Button } from '@/components/ui/button'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { useUntilOver } from '@/components/ui/hooks/use-until-over'
import { IconButton } from '@/components/ui/icon-button'
import { toastFailure } from '@/components/ui/toast-failure'
import { useFormat } from '@/components/ui/words/use-format'

type Props = { icon: ReactNode; title: string; note: string; children?: ReactNode }

export const Notice = ({ icon, title, note, children }: Props) => (
  <div
    role="status"
    className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-soft"
  >
    {icon}
    <p className="min-w-0 flex-1 basis-52 break-words">
      <span className="font-medium">{title}</span> <span className="text-ink-soft">{note}</span>
    </p>
    {children && <div className="flex items-center gap-2">{children}</div>}
  </div>
)

export function BranchNotice() {
  const store = useConversationStore()
  const format = useFormat()
  const after = useConversation(({ branching }) => branching?.after ?? null)
  useEffect(() => {
    if (after === null) return
    // Runs after the menu has returned focus to its button.
    const timer = setTimeout(() => document.querySelector<HTMLElement>('[data-composer]')?.focus(), 50)
    return () => clearTimeout(timer)
  }, [after])
  if (after === null) return null
  return (
    <Notice
      icon={<GitBranch aria-hidden />}
      title={`Your next message starts a new branch after message ${format.number(after)}.`}
      note="The later messages are kept as another version."
    >
      <Button size="sm" onClick={() => store.set({ branching: null })}>
        Cancel
      </Button>
    </Notice>
  )
}

type GoneNoticeProps = { typed: boolean; onLeave(): void }

/** The open conversation was deleted elsewhere. `onLeave` moves the draft to a new one. */
export function GoneNotice(props: GoneNoticeProps) {
  return useConversation((state) => state.gone) ? <Gone {...props} /> : null
}

function Gone({ typed, onLeave }: GoneNoticeProps) {
  const store = useConversationStore()
  const router = useRouter()
  const { value: forgotten } = useLoaded(store.conversationId, server.listForgotten)
  const entry = forgotten?.find(
    ({ kind, conversationId, undoMs }) =>
      kind === 'conversation' && conversationId === store.conversationId && undoMs > 0,
  )
  const trashId = useUntilOver(entry)?.trashId
  const undo = async () => {
    const result = trashId ? await undoForget(trashId) : null
    if (result?.ok === false) toastFailure(result.error)
    await store.sync()
  }
  const leave = () => {
    onLeave()
    router.push('/')
  }
  const way = trashId ? 'It can still be restored.' : 'You can no longer send messages here.'
  return (
    <Notice
      icon={<Trash2 aria-hidden />}
      title="This conversation was deleted."
      note={typed ? `${way} Your draft is kept.` : way}
    >
      {trashId && (
        <Button size="sm" onClick={() => void undo()}>
          Undo
        </Button>
      )}
      <Button size="sm" onClick={leave}>
        {typed ? 'Continue in a new conversation' : 'New conversation'}
      </Button>
    </Notice>
  )
}

export function ComposerNote() {
  const format = useFormat()
  const warning = useConversation((state) => {
    const last = state.hasAfter ? state.latest : state.turns.at(-1)
    return last?.window ? fullWarning(last.window, format) : null
  })
  return warning && <p className="mt-2 line-clamp-2 text-center text-ink-faint text-xs">{warning}</p>
}

type ExportOfferProps = { files: File[]; onAttach(files: File[]): void; onDone(): void }

/** Offers to import exports that were attached to a message. Those that are text may be attached anyway. */
export function ExportOffer({ files, onAttach, onDone }: ExportOfferProps) {
  const router = useRouter()
  if (files.length === 0) return null
  const one = files.length === 1
  const bring = () => {
    imports.add(files)
    onDone()
    router.push(IMPORT_PAGE)
  }
  const attach = () => {
    onAttach(files)
    onDone()
  }
  const title = one
    ? `${files[0]?.name} looks like an export. Import it?`
    : `${files.length} files look like exports. Import them?`
  const hasZip = files.some(looksLikeZip)
  const note = hasZip
    ? 'ZIP files cannot be attached.'
    : `${one ? 'Its' : 'Their'} conversations will be added to memory.`
  return (
    <Notice icon={<FileInput aria-hidden />} title={title} note={note}>
      <Button size="sm" onClick={bring}>
        Import
      </Button>
      {!hasZip && (
        <Button size="sm" onClick={attach}>
          Attach
        </Button>
      )}
      <IconButton icon={<X />} label="Dismiss" small onClick={onDone} />
    </Notice>
  )
}

/** Splits added files into exports, which are offered for import, and files for the next message. */
export function useExportOffer(attach: (files: File[]) => void) {
  const [offered, setOffered] = useState<File[]>([])
  const take = async (files: File[]) => {
    const exports = await Promise.all(files.map(looksLikeExport))
    attach(files.filter((_, i) => !exports[i]))
    setOffered((waiting) => [...waiting, ...files.filter((_, i) => exports[i])])
  }
  return { offered, take, dismiss: () => setOffered([]) }
}
