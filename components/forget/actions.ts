'use client'
import * as conversations from '@/app/actions/conversations'
import * as forget from '@/app/actions/forget'
import type { ForgetTurnsInput } from '@/lib/shared/forget'
import { callAction } from '../ui/call-action'

/** Forgetting's only access to the server. */
export const previewForget = (input: ForgetTurnsInput) => callAction(() => forget.previewForget(input))
export const forgetTurns = (input: ForgetTurnsInput) => callAction(() => forget.forgetTurns(input))
export const forgetFile = (input: { conversationId: string; path: string }) =>
  callAction(() => forget.forgetFile(input))
export const listForgotten = () => callAction(() => forget.listForgotten())
export const undoForget = (trashId: string) => callAction(() => conversations.undoDelete({ trashId }))
