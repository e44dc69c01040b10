'use client'
import { Paperclip, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { MessageImages } from '@/components/chat/images/image-view'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { longTextClass } from '@/components/ui/markdown/text-parts'
import { RelativeTime } from '@/components/ui/words/relative-time'
import { useFormat } from '@/components/ui/words/use-format'
import { laterTurnsStay } from '@/components/ui/words/words'
import type { TurnDto } from '@/lib/shared/dto'
import type { Attachment } from '@/lib/shared/schemas'
import { whyNotAttached } from '@/lib/shared/turn/attached'
import { renew } from '../renew'
import { MessageEditor } from './message-editor'
import { MessageHead, messagesIn } from './message-head'
import { TypedText } from './typed-text'

const LONG = 1_600

const editNote = (later: number) =>
  later === 0
    ? 'Sending makes a new version, with a new answer. You can switch back to this one below the answer.'
    : `Sending makes a new version. ${laterTurnsStay(later)} with this one, and memory stops using ${later === 1 ? 'it' : 'them'}. You can switch back below the answer.`

export function UserMessage({ turn }: { turn: TurnDto }) {
  const store = useConversationStore()
  const format = useFormat()
  const [editing, setEditing] = useState(false)
  const [whole, setWhole] = useState(false)
  const isFound = useConversation(({ found }) => found?.turnId === turn.id && found.part !== 'assistant')
  // A message with search hits is never folded, neither at first nor while it is read.
  if (isFound && !whole) setWhole(true)
  const fold = () => {
    store.unmark()
    setWhole(!whole)
  }
  const later = useConversation(({ lastNumber }) => lastNumber - turn.number)
  const notices = turn.steps.flatMap((step) => step.notices)
  const messages = messagesIn(turn, 'user')
  const files = turn.attachments.filter(({ image }) => !image)
  const long = turn.userText.length > LONG || turn.userText.split('\n').length > 18
  const attached = (
    <>
      <MessageImages images={turn.attachments.filter(({ image }) => image)} />
      {files.length > 0 && (
        <ul aria-label="Attached files" className="mt-2 flex flex-wrap gap-1.5">
          {files.map((file) => (
            <AttachedFile key={file.uploadId} file={file} problem={whyNotAttached(file.path, notices)} />
          ))}
        </ul>
      )}
    </>
  )
  return (
    <div className="min-w-0">
      <div className="mb-1 flex h-7 items-center gap-2 text-ink-faint text-xs">
        <span className="tabular">Message {format.number(turn.number)}</span>
        <RelativeTime at={turn.createdAt} />
        {!editing && turn.status !== 'queued' && (
          <span className="ml-auto opacity-0 transition-opacity duration-150 focus-within:opacity-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 pointer-coarse:opacity-100">
            <IconButton icon={<Pencil />} label="Edit" small onClick={() => setEditing(true)} />
          </span>
        )}
      </div>
      {editing ? (
        <>
          <MessageEditor
            text={turn.userText}
            label="Edit message"
            note={editNote(later)}
            action="Send"
            onSave={(text) => renew(store, turn, () => store.edit(turn.id, text, turn.options))}
            onCancel={() => setEditing(false)}
          />
          {attached}
        </>
      ) : !turn.userText && turn.messages ? null : (
        <div className="rounded-md bg-surface px-4 py-3">
          <div
            data-said="user"
            className={cn(
              'flex flex-col gap-3 whitespace-pre-wrap break-words text-base',
              longTextClass(turn.userText),
              long && !whole && 'max-h-64 overflow-hidden [mask-image:linear-gradient(#000_70%,transparent)]',
            )}
          >
            {messages?.map((message) => (
              <div key={message.key}>
                <MessageHead message={message} />
                <TypedText text={message.text} />
              </div>
            )) ?? <TypedText text={turn.userText} />}
          </div>
          {long && (
            <button
              type="button"
              onClick={fold}
              className="mt-1 font-medium text-accent text-sm hover:underline"
            >
              {whole ? 'Show less' : `Show all ${format.number(turn.userText.length)} characters`}
            </button>
          )}
          {attached}
        </div>
      )}
    </div>
  )
}

/** A file of the message. `problem` = why it was not added to the workspace. */
function AttachedFile({ file, problem }: { file: Attachment; problem: string | null }) {
  const format = useFormat()
  return (
    <li
      className={cn(
        'inline-flex max-w-full items-center gap-1.5 rounded-sm border bg-raised px-2 py-1 text-xs',
        problem ? 'flex-wrap border-error-line' : 'border-line',
      )}
    >
      <Paperclip aria-hidden className="size-3 shrink-0 text-ink-faint" />
      <span className="truncate">{file.path}</span>
      {problem ? (
        <span className="text-error">was not attached. {problem}</span>
      ) : (
        <span className="text-ink-faint tabular">{format.bytes(file.bytes)}</span>
      )}
    </li>
  )
}
