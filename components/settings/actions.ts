'use client'
import * as settings from '@/app/actions/settings'
import { callAction } from '../ui/call-action'

/** The settings page's only access to the server. */
export type ProviderInput = Parameters<typeof settings.saveProvider>[0]
export type ProviderTest = Parameters<typeof settings.testProvider>[0]
export const loadProvider = () => callAction(() => settings.loadProvider())
export const saveProvider = (input: ProviderInput) => callAction(() => settings.saveProvider(input))
export const checkProvider = (input: ProviderInput) => callAction(() => settings.checkProvider(input))
export const forgetKey = () => callAction(() => settings.forgetKey())
export const resetProvider = () => callAction(() => settings.resetProvider())
export const testProvider = (input: ProviderTest) => callAction(() => settings.testProvider(input))
export const loadEmbedding = () => callAction(() => settings.loadEmbedding())
export const embedAgain = () => callAction(() => settings.embedAgain())
export const loadSettings = () => callAction(() => settings.loadSettings({}))
export const saveSetting = (key: string, value: unknown) =>
  callAction(() => settings.saveSetting({ scope: 'user', key, value }))
