'use client'
import { Brain, Copy, Ellipsis, Eraser, GitBranch, Link2, Share2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import { runningTurn } from '@/components/chat/conversation/chat-state'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { ForgetDialog } from '@/components/forget/forget-dialog'
import { sayForgotten } from '@/components/forget/say-forgotten'
import { useShell } from '@/components/shell/shell-context'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { TurnDto } from '@/lib/shared/dto'
import type { Forgotten } from '@/lib/shared/memory/forget'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { renew } from './renew'

const copy = (text: string, done: string) =>
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => void toast(done),
    () => void toast.error('Your browser blocked copying.'),
  )

/** Further actions for a turn. */
export function TurnMenu({ turn }: { turn: TurnDto }) {
  const store = useConversationStore()
  const { refreshConversations } = useShell()
  const [range, setRange] = useState<boolean | null>(null)
  const router = useRouter()
  const running = useConversation((state) => runningTurn(state) !== null)
  const last = store.get().lastNumber
  const place = { turnId: turn.id, turnNumber: turn.number, conversationId: turn.conversationId }
  const refresh = async () => {
    await Promise.all([store.reread(), refreshConversations()])
  }
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
        trigger={
          <button
            type="button"
            aria-label={`More for message ${turn.number}`}
            className="inline-flex size-7 pointer-coarse:size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <Ellipsis className="size-4" />
          </button>
        }
      >
        {turn.answer.trim() && (
          <MenuItem icon={<Copy />} onSelect={() => void copy(withoutMarks(turn.answer), 'Markdown copied.')}>
            Copy Markdown
          </MenuItem>
        )}
        <MenuItem
          icon={<Link2 />}
          onSelect={() => void copy(location.origin + turnHref(place), 'Link copied.')}
        >
          Copy link
        </MenuItem>
        {last > turn.number && !running && (
          <MenuItem icon={<GitBranch />} onSelect={() => void store.branchFrom(turn.id)}>
            Branch from here
          </MenuItem>
        )}
        <MenuItem
          icon={<Share2 />}
          onSelect={() => router.push(`/memory?conversation=${turn.conversationId}&node=${turn.id}`)}
        >
          Show in the map
        </MenuItem>
        {turn.thinking && turn.thinking.depth !== 'deep' && (
          <MenuItem
            icon={<Brain />}
            onSelect={() =>
              void renew(store, turn, () => store.regenerate(turn.id, { ...turn.options, depth: 'deep' }))
            }
          >
            Answer again with more thinking
          </MenuItem>
        )}
        <MenuItem icon={<Eraser />} onSelect={() => setTimeout(() => setRange(false))}>
          Forget this message…
        </MenuItem>
        {last > turn.number && (
          <MenuItem icon={<Eraser />} onSelect={() => setTimeout(() => setRange(true))}>
            Forget from here to…
          </MenuItem>
        )}
      </Menu>
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
