import { useEffect, useMemo, useState } from 'react'
import { listConversations } from '@/components/shell/actions'
import { useShell } from '@/components/shell/shell-context'
import { toastFailure } from '@/components/ui/toast-failure'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { isCalled } from '@/lib/shared/tags'
import { newestFirst, oldestListed, unarchived, withFirstPage } from './listed-conversations'
import { useFoundConversations } from './use-found-conversations'

type Tagged = { tag: string; list: ConversationDto[]; ended: boolean }

/** What the list shows for a query and a tag, page by page. What is loaded already is shown at once. */
export function useListed(query: string, tag: string | null) {
  const { conversations, moreConversations } = useShell()
  const found = useFoundConversations(query, tag)
  const [ended, setEnded] = useState(false)
  const [tagged, setTagged] = useState<Tagged | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes the list may change its tags
  useEffect(() => {
    if (!tag) return
    let left = false
    void listConversations({ tag }).then((result) => {
      if (left || !result.ok) return
      const { value } = result
      const ended = value.length < limits.conversation.listPage
      setTagged((old) =>
        old?.tag === tag && !ended
          ? { ...old, list: withFirstPage(old.list, value) }
          : { tag, list: value, ended },
      )
    })
    return () => {
      left = true
    }
  }, [tag, conversations])
  const here = useMemo(() => {
    if (!tag) return unarchived(conversations)
    const known = tagged?.tag === tag ? tagged.list : []
    // The newest state is the shell's: it has what was just archived, deleted, renamed or tagged.
    const all = newestFirst([...known, ...conversations])
    return unarchived(all).filter(({ tags }) => tags.includes(tag))
  }, [conversations, tag, tagged])
  const typed = query.trim()
  const shown = useMemo(() => found ?? here.filter((one) => isCalled(one, typed)), [found, here, typed])
  const moreTagged = async (tag: string) => {
    const before = oldestListed(here)
    const result = before ? await listConversations({ tag, before }) : null
    if (!result) return
    if (!result.ok) return toastFailure(result.error)
    const ended = result.value.length < limits.conversation.listPage
    setTagged({ tag, list: newestFirst([...here, ...result.value]), ended })
  }
  const atEnd = tag ? tagged?.tag !== tag || tagged.ended : ended
  return {
    shown,
    hasMore: !typed && !atEnd && here.length >= limits.conversation.listPage,
    more: () => void (tag ? moreTagged(tag) : moreConversations().then((more) => setEnded(!more))),
  }
}
