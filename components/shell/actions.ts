'use client'
import * as access from '@/app/actions/access'
import * as changes from '@/app/actions/changes'
import * as conversations from '@/app/actions/conversations'
import * as settings from '@/app/actions/settings'
import * as storage from '@/app/actions/storage'
import * as tags from '@/app/actions/tags'
import * as usage from '@/app/actions/usage'
import { safe } from '../ui/call-action'

export const pollChanges = safe(changes.pollChanges)
export const listConversations = safe(conversations.listConversations)
export const loadTitles = safe(conversations.loadTitles)
export const renameConversation = safe(conversations.renameConversation)
export const pinConversation = safe(conversations.pinConversation)
export const archiveConversation = safe(conversations.archiveConversation)
export const listTags = safe(tags.listTags)
export const addTag = safe(tags.addTag)
export const removeTag = safe(tags.removeTag)
export const loadTagged = safe(tags.loadTagged)
export const renameTag = safe(tags.renameTag)
export const deleteTag = safe(tags.deleteTag)
export const deleteConversation = safe(conversations.deleteConversation)
export const loadProvider = safe(settings.loadProvider)
export const loadSettings = safe(settings.loadSettings)
export const saveSetting = safe(settings.saveSetting)
export const loadBudget = safe(usage.loadBudget)
export const signOut = safe(access.signOut)
export const dismissRestored = safe(storage.dismissRestored)
