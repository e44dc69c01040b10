'use client'
import { startSample as sample } from '@/app/actions/conversations'
import * as settings from '@/app/actions/settings'
import * as turn from '@/app/actions/turn'
import { removeUpload as remove, waitingUploads as waiting } from '@/app/actions/workspace'
import type { ConversationPage } from '@/lib/shared/dto'
import type { Result } from '@/lib/shared/errors'
import { type RecallScope, recallScopeSchema } from '@/lib/shared/schemas'
import { callAction } from '../ui/call-action'
import { toastFailure } from '../ui/toast-failure'
import type { ChatApi } from './api'
import { newId } from './composer/new-id'
import type { Depth } from './composer/thinking-control'
import { depthOf, settingsFor } from './conversation/conversation-depth'
import { followTurn } from './turn/follow'

/** The id of this tab while the page lives. */
let tab: string | null = null
const tabId = () => {
  tab ??= newId('tab')
  return tab
}

/** The chat's only access to the server. */
export const chatApi: ChatApi = {
  startTurn: (input) => callAction(() => turn.startTurn({ ...input, tabId: tabId() })),
  stopTurn: (input) => callAction(() => turn.stopTurn(input)),
  retryTurn: (input) => callAction(() => turn.retryTurn(input)),
  editTurn: (input) => callAction(() => turn.editTurn(input)),
  regenerateTurn: (input) => callAction(() => turn.regenerateTurn(input)),
  releaseQueue: (input) => callAction(() => turn.releaseQueue(input)),
  editQueued: (input) => callAction(() => turn.editQueued(input)),
  discardQueued: (input) => callAction(() => turn.discardQueued(input)),
  loadTurns: (input) => callAction(() => turn.loadTurns(input)),
  loadTurn: (input) => callAction(() => turn.loadTurn(input)),
  selectBranch: (input) => callAction(() => turn.selectBranch(input)),
  follow: followTurn,
}
export const startSample = () => callAction(() => sample())
export const removeUpload = (input: { uploadId: string }) => callAction(() => remove(input))
export const waitingUploads = (input: { conversationId: string; uploadIds: string[] }) =>
  callAction(() => waiting(input))
/** The conversation's own depth; null = as in Settings. */
export async function loadDepth(conversationId: string): Promise<Result<Depth | null>> {
  const result = await callAction(() => settings.loadSettings({ conversationId }))
  return result.ok ? { ok: true, value: depthOf(result.value) } : result
}
export async function saveDepth(conversationId: string, depth: Depth | null): Promise<Result<null>> {
  for (const { key, value } of settingsFor(depth)) {
    const result = await callAction(() => settings.saveSetting({ scope: conversationId, key, value }))
    if (!result.ok) return result
  }
  return { ok: true, value: null }
}
/** The conversation's own recall scope; null = as in Settings. */
export async function loadReach(conversationId: string): Promise<Result<RecallScope | null>> {
  const result = await callAction(() => settings.loadSettings({ conversationId }))
  if (!result.ok) return result
  const setting = result.value.find(({ key, layer }) => key === 'recall.scope' && layer === 'conversation')
  return { ok: true, value: recallScopeSchema.safeParse(setting?.value).data ?? null }
}
export async function saveReach(conversationId: string, value: RecallScope | null): Promise<Result<null>> {
  const result = await callAction(() =>
    settings.saveSetting({ scope: conversationId, key: 'recall.scope', value }),
  )
  return result.ok ? { ok: true, value: null } : result
}
/** The newest page of a conversation; null with a toast if there is none. */
export async function loadConversation(conversationId: string): Promise<ConversationPage | null> {
  const result = await chatApi.loadTurns({ conversationId })
  if (result.ok) return result.value
  toastFailure(result.error)
  return null
}
