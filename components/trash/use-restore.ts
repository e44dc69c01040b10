import { toast } from 'sonner'
import { DAY_MS } from '@/lib/shared/day'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { undoForget } from '../forget/actions'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import type { Format } from '../ui/words/use-format'

/** Restores a deleted conversation. Returns whether that worked. */
export function useRestore() {
  const { refreshConversations } = useShell()
  return async ({ trashId, title }: TrashedDto) => {
    const result = await undoForget(trashId)
    if (!result.ok) {
      toastFailure(result.error)
      return false
    }
    void refreshConversations()
    toast(`Restored “${title || UNTITLED}”`)
    return true
  }
}

/** How long a deleted conversation can still be restored: "12 days left". */
export const leftWords = ({ leftMs }: TrashedDto, { plural }: Format) =>
  leftMs < DAY_MS ? 'less than a day left' : `${plural(Math.ceil(leftMs / DAY_MS), 'day')} left`
