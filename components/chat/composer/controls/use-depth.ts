'use client'
import { depthOf, settingsFor } from '@/components/chat/conversation/conversation-depth'
import { type OwnSetting, useOwnChoice } from '@/components/chat/conversation/use-own-choice'
import { useShell } from '@/components/shell/shell-context'
import { modelIdSchema, type RecallScope, recallScopeSchema } from '@/lib/shared/schemas'
import type { Thinking } from './thinking-control'

const DEPTH: OwnSetting<Thinking> = { read: depthOf, write: settingsFor }
const REACH: OwnSetting<RecallScope> = {
  read: (settings) => {
    const own = settings.find(({ key, layer }) => key === 'recall.scope' && layer === 'conversation')
    return recallScopeSchema.safeParse(own?.value).data ?? null
  },
  write: (value) => [{ key: 'recall.scope', value }],
}
const MODEL: OwnSetting<string> = {
  read: (settings) => {
    const own = settings.find(({ key, layer }) => key === 'model.answering' && layer === 'conversation')
    return modelIdSchema.safeParse(own?.value).data ?? null
  },
  write: (value) => [{ key: 'model.answering', value }],
}

/** How much the agent may think in this conversation. */
export const useDepth = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().thinkingDefault, DEPTH)
/** How far recall looks in this conversation. */
export const useScope = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().recallDefault, REACH)
/** The model that answers in this conversation; '' = those of Settings. */
export const useModel = (conversationId: string | null) => useOwnChoice(conversationId, '', MODEL)
