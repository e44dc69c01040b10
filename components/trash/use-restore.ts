import type { TrashedDto } from '@/lib/shared/memory/forget'
import { undoForget } from '../forget/actions'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'

/** Restores a deleted conversation. Returns whether that worked. */
export function useRestore() {
  const { refreshConversations } = useShell()
  return async ({ trashId }: TrashedDto) => {
    const result = await undoForget(trashId)
    if (result.ok) void refreshConversations()
    else toastFailure(result.error)
    return result.ok
  }
}
