'use client'
import { GitBranch } from 'lucide-react'
import { useEffect } from 'react'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/components/ui/words/use-format'
import { Notice } from './notice'

export function BranchNotice() {
  const store = useConversationStore()
  const format = useFormat()
  const after = useConversation(({ branching }) => branching?.after ?? null)
  useEffect(() => {
    // After the menu has given the focus back to its button.
    const timer =
      after === null
        ? undefined
        : setTimeout(() => document.querySelector<HTMLElement>('[data-composer]')?.focus(), 50)
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
