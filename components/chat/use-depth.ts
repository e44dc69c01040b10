'use client'
import type { RecallScope } from '@/lib/shared/schemas'
import { useShell } from '../shell/shell-context'
import { loadDepth, loadReach, saveDepth, saveReach } from './actions'
import type { Depth } from './thinking-control'
import { type OwnSetting, useOwnChoice } from './use-own-choice'

const DEPTH: OwnSetting<Depth> = { load: loadDepth, save: saveDepth }
const REACH: OwnSetting<RecallScope> = { load: loadReach, save: saveReach }

/** How long the agent may think in this conversation. */
export const useDepth = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().thinkingDefault, DEPTH)
/** How far recall reaches in this conversation. */
export const useReach = (conversationId: string | null) =>
  useOwnChoice(conversationId, useShell().recallDefault, REACH)
