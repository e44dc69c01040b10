'use client'
import * as settings from '@/app/actions/settings'
import * as storage from '@/app/actions/storage'
import { safely } from '../ui/call-action'

export type ProviderInput = Parameters<typeof settings.saveProvider>[0]
export const server = safely({ ...settings, ...storage })
