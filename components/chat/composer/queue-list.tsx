'use client'
import { Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { MessageEditor } from '@/components/chat/turn/message/message-editor'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import type { TurnDto } from '@/lib/shared/dto'

const imagesOf = ({ attachments }: TurnDto) => attachments.filter(({ image }) => image).length

/** Messages waiting for the running answer. After a stop or a failure the person has to release them. */
export function QueueList() {
  const store = useConversationStore()
  const format = useFormat()
  const queue = useConversation((state) => state.queue)
  const paused = useConversation((state) => state.queuePaused)
  const [editing, setEditing] = useState<string | null>(null)
  if (queue.length === 0) return null
  return (
    <section
      aria-label="Queue"
      className="mb-2 overflow-hidden rounded-lg border border-line bg-surface text-sm"
    >
      <header className="flex min-h-9 items-center gap-2 border-line border-b px-3 py-1">
        <p className="min-w-0 flex-1 text-ink-soft">
          {paused
            ? 'The queue is paused: the last answer did not finish.'
            : `${format.plural(queue.length, 'message')} queued`}
        </p>
        {paused && (
          <Button size="sm" look="primary" onClick={() => void store.releaseQueue()}>
            <Play className="size-3.5" /> Send now
          </Button>
        )}
      </header>
      <ol className="max-h-56 overflow-y-auto">
        {queue.map((turn) => (
          <li key={turn.id} className="border-line border-b px-3 py-1.5 last:border-b-0">
            {editing === turn.id ? (
              <MessageEditor
                text={turn.userText}
                label="Edit queued message"
                action="Save"
                onSave={(text) => store.editQueued(turn.id, text)}
                onCancel={() => setEditing(null)}
              />
            ) : (
              <div className="flex items-center gap-1">
                <p className="min-w-0 flex-1 truncate">{turn.userText}</p>
                {imagesOf(turn) > 0 && (
                  <span className="shrink-0 text-ink-faint text-xs">
                    {format.plural(imagesOf(turn), 'image')}
                  </span>
                )}
                <IconButton
                  icon={<Pencil />}
                  label="Edit queued message"
                  small
                  onClick={() => setEditing(turn.id)}
                />
                <IconButton
                  icon={<Trash2 />}
                  label="Discard queued message"
                  small
                  onClick={() => void store.discardQueued(turn.id)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
