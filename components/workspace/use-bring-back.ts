'use client'
import { useState } from 'react'
import { toast } from 'sonner'
import { useConversationStore } from '@/components/chat/conversation/use-conversation'
import { toastFailure } from '../ui/toast-failure'
import { server } from './actions'

/** Attaches a version of a file to the next message. `busy` = the path in progress: one at a time. */
export function useBringBack(conversationId: string) {
  const store = useConversationStore()
  const [busy, setBusy] = useState<string | null>(null)
  const bringBack = async ({ path, hash, version }: { path: string; hash: string; version: number }) => {
    setBusy(path)
    const result = await server.readWorkspaceFile({ conversationId, hash })
    if (result.ok && store.takeFiles) {
      const file = new File([result.value.text], path, { type: 'text/plain' })
      const uploaded = store.takeFiles([file])
      toast(`Version ${version} of ${path} will be restored with your next message.`, {
        description: 'It is back from that message on.',
      })
      await uploaded
    }
    setBusy(null)
    if (!result.ok) toastFailure(result.error)
  }
  return { busy, bringBack }
}
