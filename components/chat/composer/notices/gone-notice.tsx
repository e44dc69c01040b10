'use client'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { listForgotten, undoForget } from '@/components/forget/actions'
import { Button } from '@/components/ui/button'
import { toastFailure } from '@/components/ui/toast-failure'
import { Notice } from './notice'

/** A longer timer fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Props = { typed: boolean; onLeave(): void }

/** The open conversation was deleted elsewhere. `onLeave` moves the draft to a new one. */
export function GoneNotice(props: Props) {
  return useConversation((state) => state.gone) ? <Gone {...props} /> : null
}

function Gone({ typed, onLeave }: Props) {
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
      timer = setTimeout(() => setTrashId(null), Math.min(entry.undoMs, LONGEST_TIMER_MS))
    })
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [conversationId])
  return trashId
}
