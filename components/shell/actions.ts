'use client'
import * as access from '@/app/actions/access'
import { pollChanges as poll } from '@/app/actions/changes'
import * as conversations from '@/app/actions/conversations'
import * as settings from '@/app/actions/settings'
import { callAction } from '../ui/call-action'

/** The shell's only access to the server. */
export const pollChanges = (rev: number) => callAction(() => poll({ rev }))
export const listConversations = (input: { query?: string; before?: string }) =>
  callAction(() => conversations.listConversations(input))
export const loadTitles = (conversationIds: string[]) =>
  callAction(() => conversations.loadTitles({ conversationIds }))
export const renameConversation = (conversationId: string, title: string) =>
  callAction(() => conversations.renameConversation({ conversationId, title }))
export const pinConversation = (conversationId: string, pinned: boolean) =>
  callAction(() => conversations.pinConversation({ conversationId, pinned }))
export const deleteConversation = (conversationId: string) =>
  callAction(() => conversations.deleteConversation({ conversationId }))
export const loadProvider = () => callAction(() => settings.loadProvider())
export const loadSettings = () => callAction(() => settings.loadSettings({}))
export const signOut = () => callAction(() => access.signOut())
