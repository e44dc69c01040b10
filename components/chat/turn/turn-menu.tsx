'use client'
import { Ellipsis, Eraser } from 'lucide-react'
import { useState } from 'react'
import { useConversationStore } from '@/components/chat/conversation/use-conversation'
import { ForgetDialog } from '@/components/forget/forget-dialog'
import { sayForgotten } from '@/components/forget/say-forgotten'
import { useShell } from '@/components/shell/shell-context'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { TurnDto } from '@/lib/shared/dto'
import type { Forgotten } from '@/lib/shared/forget'

/** Further actions for a turn. */
export function TurnMenu({ turn }: { turn: TurnDto }) {
  const store = useConversationStore()
  const { refreshConversations } = useShell()
  const [range, setRange] = useState<boolean | null>(null)
  const last = store.get().lastNumber
  const refresh = async () => {
    await Promise.all([store.reread(), refreshConversations()])
  }
  const forgotten = (result: Forgotten, words: string) => {
    void refresh()
    sayForgotten(words, result, () => void refresh())
  }
  return (
    <>
      <Menu
        label={`More for turn ${turn.number}`}
        trigger={
          <button
            type="button"
            aria-label={`More for turn ${turn.number}`}
            className="inline-flex size-7 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <Ellipsis className="size-4" />
          </button>
        }
      >
        <MenuItem icon={<Eraser />} onSelect={() => setTimeout(() => setRange(false))}>
          Forget this turn…
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
