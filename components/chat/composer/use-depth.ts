'use client'
import { loadDepth, loadReach, saveDepth, saveReach } from '@/components/chat/actions'
import { type OwnSetting, useOwnChoice } from '@/components/chat/conversation/use-own-choice'
import { useShell } from '@/components/shell/shell-context'
import type { RecallScope } from '@/lib/shared/schemas'
import type { Depth } from './thinking-control'

const DEPTH: OwnSetting<Depth> = { load: loadDepth, save: saveDepth }
const REACH: OwnSetting<RecallScope> = { load: loadReach, save: saveReach }

/** How much the agent may think in this conversation. */
export const useDepth = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().thinkingDefault, DEPTH)
/** How far recall looks in this conversation. */
export const useReach = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().recallDefault, REACH)
