'use client'
import { APICallError, DefaultChatTransport } from 'ai'
import * as conversations from '@/app/actions/conversations'
import * as settings from '@/app/actions/settings'
import { answerCall as answer } from '@/app/actions/tool-servers'
import * as turn from '@/app/actions/turn'
import * as workspace from '@/app/actions/workspace'
import type { ConversationPage } from '@/lib/shared/dto'
import type { LiveChunk, LiveMessage } from '@/lib/shared/turn/stream'
import { safe } from '../ui/call-action'
import { toastFailure } from '../ui/toast-failure'
import { type ChatApi, TurnGone } from './api'
import { newId } from './composer/new-id'

const transport = new DefaultChatTransport<LiveMessage>({
  prepareReconnectToStreamRequest: ({ id }) => ({ api: `/api/turns/${encodeURIComponent(id)}/events` }),
})
const isGone = (error: unknown) => APICallError.isInstance(error) && error.statusCode === 404

let tabId: string | undefined

export const chatApi: ChatApi = {
  startTurn: safe((input) => {
    tabId ??= newId('tab')
    return turn.startTurn({ ...input, tabId })
  }),
  stopTurn: safe(turn.stopTurn),
  retryTurn: safe(turn.retryTurn),
  editTurn: safe(turn.editTurn),
  regenerateTurn: safe(turn.regenerateTurn),
  releaseQueue: safe(turn.releaseQueue),
  editQueued: safe(turn.editQueued),
  discardQueued: safe(turn.discardQueued),
  rateAnswer: safe(turn.rateAnswer),
  loadTurns: safe(turn.loadTurns),
  loadTurn: safe(turn.loadTurn),
  selectBranch: safe(turn.selectBranch),
  follow: async (turnId, signal) => {
    const stream = await transport
      .reconnectToStream({ chatId: turnId, abortSignal: signal })
      .catch((error: unknown) => {
        throw isGone(error) ? new TurnGone(`no turn ${turnId}`) : error
      })
    return stream as ReadableStream<LiveChunk>
  },
}
export const answerCall = safe(answer)
export const startSample = safe(conversations.startSample)
export const removeUpload = safe(workspace.removeUpload)
export const waitingUploads = safe(workspace.waitingUploads)
export const loadImageSupport = safe(settings.loadImageSupport)
export const loadSettings = safe(settings.loadSettings)
export const saveSetting = safe(settings.saveSetting)
/** The newest page of a conversation; null with a toast if there is none. */
export async function loadConversation(conversationId: string): Promise<ConversationPage | null> {
  const result = await chatApi.loadTurns({ conversationId })
  if (result.ok) return result.value
  toastFailure(result.error)
  return null
}
