'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { limits } from '@/lib/shared/limits'
import type { Forgotten } from '@/lib/shared/memory/forget'
import { lookForChanges } from '../shell/changes'
import { toastFailure } from '../ui/toast-failure'
import { server, undoForget } from './actions'
import { proofWords } from './forget-words'

/** Added where the person was not asked before. */
export const QUOTES_STAY = (
  <>
    Answers elsewhere that quote it remain.{' '}
    <Link href="/settings#forgotten" prefetch={false} className="font-medium underline">
      Settings, Forgotten
    </Link>{' '}
    lists them once it is permanently deleted.
  </>
)

/** Confirms that something was forgotten, offers Undo while possible, and says what was purged afterwards. */
export function sayForgotten(
  words: string,
  { trashId, undoMs }: Forgotten,
  onUndone: () => void,
  note?: ReactNode,
) {
  let undone = false
  lookForChanges()
  const undo = async () => {
    if (undone) return
    undone = true
    const result = await undoForget(trashId)
    if (result.ok) return onUndone()
    undone = false
    toastFailure(result.error)
  }
  toast(words, {
    id: trashId,
    duration: undoMs,
    ...(note ? { description: note } : {}),
    action: { label: 'Undo', onClick: () => void undo() },
  })
  const look = async (tries: number) => {
    if (undone || tries === 0) return
    const result = await server.listForgotten()
    const entry = result.ok ? result.value.find((one) => one.trashId === trashId) : undefined
    if (result.ok && (!entry || entry.undoMs > limits.forget.proofPollMs)) return
    if (!entry?.proof) return void setTimeout(() => void look(tries - 1), limits.forget.proofPollMs)
    const { gone, left } = proofWords(entry.proof)
    toast(gone, { ...(left ? { description: left } : {}) })
  }
  setTimeout(() => void look(limits.forget.proofPolls), undoMs)
}

/** Forgets a file in every version. */
export async function forgetFile(
  { conversationId, path }: { conversationId: string; path: string },
  onForgotten: () => void,
  onUndone: () => void,
) {
  const result = await server.forgetFile({ conversationId, path })
  if (!result.ok) return toastFailure(result.error)
  onForgotten()
  sayForgotten(`Forgot every version of ${path}.`, result.value, onUndone, QUOTES_STAY)
}
