import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import { loadTagged } from '../shell/actions'
import { useShell } from '../shell/shell-context'

/** The conversation that is on the page, while `open`; an archived one may have to be loaded first. */
export function useCurrent(open: boolean): ConversationDto | null {
  const { conversations } = useShell()
  const id = /^\/c\/([^/]+)$/.exec(usePathname())?.[1] ?? null
  const listed = conversations.find((conversation) => conversation.id === id)
  const [loaded, setLoaded] = useState<ConversationDto | null>(null)
  const missing = open && id && !listed ? id : null
  useEffect(() => {
    if (!missing) return
    void loadTagged({ conversationId: missing }).then((result) => result.ok && setLoaded(result.value))
  }, [missing])
  return listed ?? (loaded && loaded.id === missing ? loaded : null)
}
