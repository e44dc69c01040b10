'use client'
import * as access from '@/app/actions/access'
import * as changes from '@/app/actions/changes'
import * as conversations from '@/app/actions/conversations'
import * as settings from '@/app/actions/settings'
import * as storage from '@/app/actions/storage'
import * as usage from '@/app/actions/usage'
import { safe } from '../ui/call-action'

export const pollChanges = safe(changes.pollChanges)
export const listConversations = safe(conversations.listConversations)
export const loadTitles = safe(conversations.loadTitles)
export const renameConversation = safe(conversations.renameConversation)
export const pinConversation = safe(conversations.pinConversation)
export const archiveConversation = safe(conversations.archiveConversation)
export const listTags = safe(conversations.listTags)
export const addTag = safe(conversations.addTag)
export const removeTag = safe(conversations.removeTag)
export const loadTagged = safe(conversations.loadTagged)
export const renameTag = safe(conversations.renameTag)
export const deleteTag = safe(conversations.deleteTag)
export const deleteConversation = safe(conversations.deleteConversation)
export const loadProvider = safe(settings.loadProvider)
export const loadSettings = safe(settings.loadSettings)
export const saveSetting = safe(settings.saveSetting)
export const loadBudget = safe(usage.loadBudget)
export const signOut = safe(access.signOut)
export const dismissRestored = safe(storage.dismissRestored)
