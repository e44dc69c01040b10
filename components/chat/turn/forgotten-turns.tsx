'use client'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { undoForget } from '@/components/forget/actions'
import { useShell } from '@/components/shell/shell-context'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/hooks/use-hydrated'
import { toastFailure } from '@/components/ui/toast-failure'
import { useFormat } from '@/components/ui/words/use-format'
import type { TurnDto } from '@/lib/shared/dto'
import { BranchPicker } from './message/branch-picker'

/** Forgotten turns, with one Undo for those restored together. Each remains a link target. */
export function ForgottenTurns({ first, ids }: { first: TurnDto; ids: string[] }) {
  const store = useConversationStore()
  const { refreshConversations } = useShell()
  const format = useFormat()
  const open = useUntil(first.undo?.until ?? null)
  const isOfferedAbove = useConversation(({ turns }) => {
    for (let i = turns.findIndex((one) => one.id === first.id) - 1; turns[i]?.status === 'forgotten'; i--)
      if (turns[i]?.undo && turns[i]?.undo?.trashId === first.undo?.trashId) return true
    return false
  })
  const undo = async () => {
    const result = first.undo && (await undoForget(first.undo.trashId))
    if (first.undo) toast.dismiss(first.undo.trashId)
    if (result && !result.ok) toastFailure(result.error)
    await Promise.all([store.reread(), refreshConversations()])
  }
  const [from, to] = [format.number(first.number), format.number(first.number + ids.length - 1)]
  const name = ids.length > 1 ? `Messages ${from} to ${to}` : `Message ${from}`
  return (
    <section
      id={`turn-${first.id}`}
      data-turn={first.id}
      aria-label={name}
      tabIndex={-1}
      className="relative flex min-h-14 scroll-mt-4 flex-wrap items-center gap-x-3 gap-y-1 py-4 text-ink-faint outline-none"
    >
      <h2 className="sr-only">{name}</h2>
      {ids.slice(1).map((id) => (
        <span key={id} id={`turn-${id}`} tabIndex={-1} className="absolute top-0 scroll-mt-4" />
      ))}
      <p>{ids.length > 1 ? `Messages ${from}–${to} were forgotten.` : `Message ${from} was forgotten.`}</p>
      {first.undo && open && !isOfferedAbove && (
        <Button size="sm" onClick={() => void undo()}>
          {first.undo.all ? 'Undo all' : 'Undo'}
        </Button>
      )}
      <BranchPicker turn={first} />
    </section>
  )
}

/** Whether a moment is in the future; one from the server is until hydration, since clocks may differ. */
function useUntil(until: string | null): boolean {
  const isHydrated = useHydrated()
  const left = until ? Date.parse(until) - Date.now() : 0
  const [, setPassed] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setPassed((count) => count + 1), left + 50)
    return () => clearTimeout(timer)
  }, [left])
  return until !== null && (left > 0 || !isHydrated)
}
