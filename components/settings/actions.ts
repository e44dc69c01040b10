'use client'
import * as settings from '@/app/actions/settings'
import * as storage from '@/app/actions/storage'
import { safe } from '../ui/call-action'

export type ProviderInput = Parameters<typeof settings.saveProvider>[0]
export const loadProvider = safe(settings.loadProvider)
export const saveProvider = safe(settings.saveProvider)
export const forgetKey = safe(settings.forgetKey)
export const resetProvider = safe(settings.resetProvider)
export const loadEmbedding = safe(settings.loadEmbedding)
export const embedAgain = safe(settings.embedAgain)
export const exportSettings = safe(settings.exportSettings)
export const importSettings = safe(settings.importSettings)
export const loadSettings = safe(settings.loadSettings)
export const loadRetention = safe(storage.loadRetention)
export const dropOldTexts = safe(storage.dropOldTexts)
export const bringBackTexts = safe(storage.bringBackTexts)
export const saveSetting = safe((key: string, value: unknown) =>
  settings.saveSetting({ scope: 'user', key, value }),
)
