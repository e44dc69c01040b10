'use client'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { TurnDto } from '@/lib/shared/dto'
import { undoForget } from '../forget/actions'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { toastFailure } from '../ui/toast-failure'
import { BranchPicker } from './branch-picker'
import { useConversation, useConversationStore } from './use-conversation'

/** The place of a turn that was forgotten, with the way back while there is one: once for turns in a row that come back together. */
export function ForgottenTurn({ turn }: { turn: TurnDto }) {
  const store = useConversationStore()
  const { refreshConversations } = useShell()
  const open = useUntil(turn.undo?.until ?? null)
  const told = useConversation(({ turns }) => {
    for (let i = turns.findIndex((one) => one.id === turn.id) - 1; turns[i]?.status === 'forgotten'; i--)
      if (turns[i]?.undo && turns[i]?.undo?.trashId === turn.undo?.trashId) return true
    return false
  })
  const undo = async () => {
    const result = turn.undo && (await undoForget(turn.undo.trashId))
    if (turn.undo) toast.dismiss(turn.undo.trashId)
    if (result && !result.ok) toastFailure(result.error)
    await Promise.all([store.reread(), refreshConversations()])
  }
  return (
    <section
      id={`turn-${turn.id}`}
      data-turn={turn.id}
      aria-label={`Turn ${turn.number}`}
      tabIndex={-1}
      className="flex min-h-14 scroll-mt-4 flex-wrap items-center gap-x-3 gap-y-1 py-4 text-ink-faint outline-none"
    >
      <h2 className="sr-only">Turn {turn.number}</h2>
      <p>Turn {turn.number} was forgotten.</p>
      {turn.undo && open && !told && (
        <Button size="sm" onClick={() => void undo()}>
          {turn.undo.all ? 'Undo all' : 'Undo'}
        </Button>
      )}
      <BranchPicker turn={turn} />
    </section>
  )
}

/** Whether a moment is still to come. */
function useUntil(until: string | null): boolean {
  const left = until ? Date.parse(until) - Date.now() : 0
  const [, setPassed] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setPassed((count) => count + 1), left + 50)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}
