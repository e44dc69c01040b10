import { toast } from 'sonner'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { undoForget } from '../forget/actions'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'

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
