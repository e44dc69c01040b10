'use client'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { listForgotten, undoForget } from '@/components/forget/actions'
import { Button } from '@/components/ui/button'
import { toastFailure } from '@/components/ui/toast-failure'

/**
 * Shown above the composer when the open conversation was deleted elsewhere. `onLeave` moves the draft to a
 * new one.
 */
export function GoneNotice({ typed, onLeave }: { typed: boolean; onLeave(): void }) {
  const gone = useConversation((state) => state.gone)
  return gone ? <Notice typed={typed} onLeave={onLeave} /> : null
}

function Notice({ typed, onLeave }: { typed: boolean; onLeave(): void }) {
  const store = useConversationStore()
  const router = useRouter()
  const trashId = useWayBack(store.conversationId)
  const undo = async () => {
    const result = trashId ? await undoForget(trashId) : null
    if (result?.ok === false) toastFailure(result.error)
    await store.sync()
  }
  const leave = () => {
    onLeave()
    router.push('/')
  }
  return (
    <div
      role="status"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2"
    >
      <Trash2 aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 basis-52">
        <span className="font-medium">This conversation was deleted elsewhere.</span>{' '}
        <span className="text-ink-soft">{wordsFor(trashId, typed)}</span>
      </p>
      <div className="flex gap-2">
        {trashId && (
          <Button size="sm" onClick={() => void undo()}>
            Undo
          </Button>
        )}
        <Button size="sm" onClick={leave}>
          {typed ? 'Write it in a new one' : 'New conversation'}
        </Button>
      </div>
    </div>
  )
}

const wordsFor = (trashId: string | null, typed: boolean) => {
  const way = trashId ? 'It can still be restored.' : 'Nothing can be sent here anymore.'
  return typed ? `${way} What you typed is kept.` : way
}

/** The trash entry that can still restore a conversation; null without one. */
function useWayBack(conversationId: string): string | null {
  const [trashId, setTrashId] = useState<string | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    void listForgotten().then((result) => {
      const entry = result.ok
        ? result.value.find((one) => one.kind === 'conversation' && one.conversationId === conversationId)
        : undefined
      if (left || !entry?.undoMs) return
      setTrashId(entry.trashId)
      timer = setTimeout(() => setTrashId(null), entry.undoMs)
    })
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [conversationId])
  return trashId
}
