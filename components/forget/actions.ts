'use client'
import { toast } from 'sonner'
import * as conversations from '@/app/actions/conversations'
import * as forget from '@/app/actions/forget'
import { safe } from '../ui/call-action'

export const previewForget = safe(forget.previewForget)
export const forgetTurns = safe(forget.forgetTurns)
export const forgetFile = safe(forget.forgetFile)
export const listForgotten = safe(forget.listForgotten)
export const listTrash = safe(forget.listTrash)
export const dropFromTrash = safe(forget.dropFromTrash)

const undo = safe((trashId: string) => conversations.undoDelete({ trashId }))
/** Restores what was forgotten, and dismisses the toast that offered to undo it. */
export async function undoForget(trashId: string) {
  const result = await undo(trashId)
  if (result.ok) toast.dismiss(trashId)
  return result
}
