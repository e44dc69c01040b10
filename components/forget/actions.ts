'use client'
import { toast } from 'sonner'
import * as conversations from '@/app/actions/conversations'
import * as forget from '@/app/actions/forget'
import { safely } from '../ui/call-action'

export const server = safely({ ...forget, ...conversations })

/** Restores what was forgotten, and dismisses the toast that offered to undo it. */
export async function undoForget(trashId: string) {
  const result = await server.undoDelete({ trashId })
  if (result.ok) toast.dismiss(trashId)
  return result
}
