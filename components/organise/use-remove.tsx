import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ConversationDto } from '@/lib/shared/dto'
import type { Forgotten } from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { QUOTES_STAY, sayForgotten } from '../forget/say-forgotten'
import { server } from '../shell/actions'
import { TRASH_PAGE } from '../shell/places'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { undoWords } from '../ui/words/words'

/** Deletes a conversation at once, and offers Undo while that is possible. */
export function useRemove() {
  const router = useRouter()
  const { dropConversation, noteConversation, setHasSample } = useShell()
  return async (conversation: ConversationDto) => {
    // The address bar is right; the router may not know a new conversation's address yet.
    const here = location.pathname === `/c/${conversation.id}`
    dropConversation(conversation.id)
    const result = await server.deleteConversation({ conversationId: conversation.id })
    if (!result.ok) {
      noteConversation(conversation)
      return toastFailure(result.error)
    }
    if (conversation.sample) setHasSample(false)
    if (here) router.push('/')
    const back = () => {
      noteConversation(conversation)
      if (conversation.sample) setHasSample(true)
      if (here) router.push(`/c/${conversation.id}`)
    }
    sayForgotten(
      `Deleted “${conversation.title || UNTITLED}”`,
      result.value,
      back,
      <Stays {...result.value} />,
    )
  }
}

const Stays = ({ trashMs = 0, undoMs }: Forgotten) =>
  trashMs > undoMs ? (
    <>
      You can restore it from the{' '}
      <Link href={TRASH_PAGE} prefetch={false} className="font-medium underline">
        Trash
      </Link>{' '}
      for {undoWords(trashMs)}.
    </>
  ) : (
    QUOTES_STAY
  )
