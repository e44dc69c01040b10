import { usePathname } from 'next/navigation'
import type { ConversationDto } from '@/lib/shared/dto'
import { server } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { useLoaded } from '../ui/hooks/use-loaded'

/** The conversation that is on the page, while `open`; an archived one may have to be loaded first. */
export function useCurrent(open: boolean): ConversationDto | null {
  const { conversations } = useShell()
  const id = /^\/c\/([^/]+)$/.exec(usePathname())?.[1] ?? null
  const listed = conversations.find((conversation) => conversation.id === id)
  const missing = open && id && !listed ? id : null
  const { value } = useLoaded(missing, () => server.loadTagged({ conversationId: missing ?? '' }))
  return listed ?? (value?.id === missing ? value : null)
}
