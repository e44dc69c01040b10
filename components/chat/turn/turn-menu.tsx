'use client'
import { Brain, Copy, Eraser, GitBranch, Link2, Share2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { runningTurn } from '@/components/chat/conversation/chat-state'
import { nodeHref, turnHref } from '@/components/chat/conversation/history/turn-href'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { ForgetDialog } from '@/components/forget/forget-dialog'
import { sayForgotten } from '@/components/forget/say-forgotten'
import { useShell } from '@/components/shell/shell-context'
import { copyAndSay } from '@/components/ui/copy-button'
import { later, Menu } from '@/components/ui/menu'
import type { TurnDto } from '@/lib/shared/dto'
import type { Forgotten } from '@/lib/shared/memory/forget'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { renew } from './renew'

export function TurnMenu({ turn }: { turn: TurnDto }) {
  const store = useConversationStore()
  const { refreshConversations } = useShell()
  const [range, setRange] = useState<boolean | null>(null)
  const router = useRouter()
  const running = useConversation((state) => runningTurn(state) !== null)
  const last = store.get().lastNumber
  const link = turnHref({ conversationId: turn.conversationId, turnId: turn.id })
  const refresh = () => Promise.all([store.reread(), refreshConversations()])
  const forgotten = (result: Forgotten, words: string) => {
    if (result.emptied?.includes(turn.conversationId)) {
      router.push('/')
      void refreshConversations()
    } else void refresh()
    sayForgotten(words, result, () => void refresh())
  }
  return (
    <>
      <Menu
        label={`More for message ${turn.number}`}
        items={[
          turn.answer.trim() !== '' && {
            label: 'Copy Markdown',
            icon: <Copy />,
            run: () => copyAndSay(withoutMarks(turn.answer), 'Markdown copied.'),
          },
          {
            label: 'Copy link',
            icon: <Link2 />,
            run: () => copyAndSay(location.origin + link, 'Link copied.'),
          },
          last > turn.number &&
            !running && {
              label: 'Branch from here',
              icon: <GitBranch />,
              run: () => store.branchFrom(turn.id),
            },
          {
            label: 'Show in the map',
            icon: <Share2 />,
            run: () => router.push(nodeHref(turn.conversationId, turn.id)),
          },
          turn.thinking &&
            turn.thinking.depth !== 'deep' && {
              label: 'Answer again with more thinking',
              icon: <Brain />,
              run: () =>
                renew(store, turn, () => store.regenerate(turn.id, { ...turn.options, depth: 'deep' })),
            },
          { label: 'Forget this message…', icon: <Eraser />, run: later(() => setRange(false)) },
          last > turn.number && {
            label: 'Forget from here to…',
            icon: <Eraser />,
            run: later(() => setRange(true)),
          },
        ]}
      />
      {range !== null && (
        <ForgetDialog
          target={{
            conversationId: turn.conversationId,
            turnId: turn.id,
            from: turn.number,
            to: turn.number,
            last: range ? last : null,
          }}
          onClose={() => setRange(null)}
          onForgotten={forgotten}
        />
      )}
    </>
  )
}
