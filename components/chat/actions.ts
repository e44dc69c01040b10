'use client'
import { APICallError, DefaultChatTransport } from 'ai'
import * as conversations from '@/app/actions/conversations'
import * as settings from '@/app/actions/settings'
import * as toolServers from '@/app/actions/tool-servers'
import * as turn from '@/app/actions/turn'
import * as workspace from '@/app/actions/workspace'
import type { LiveChunk, LiveMessage } from '@/lib/shared/turn/stream'
import { safely } from '../ui/call-action'
import { type ChatApi, TurnGone } from './api'
import { newId } from './composer/new-id'

const transport = new DefaultChatTransport<LiveMessage>({
  prepareReconnectToStreamRequest: ({ id }) => ({ api: `/api/turns/${encodeURIComponent(id)}/events` }),
})
const isGone = (error: unknown) => APICallError.isInstance(error) && error.statusCode === 404

const turns = safely(turn)
let tabId: string | undefined

export const chatApi: ChatApi = {
  ...turns,
  startTurn: (input) => {
    tabId ??= newId('tab')
    return turns.startTurn({ ...input, tabId })
  },
  follow: async (turnId, signal) => {
    const stream = await transport
      .reconnectToStream({ chatId: turnId, abortSignal: signal })
      .catch((error: unknown) => {
        throw isGone(error) ? new TurnGone(`no turn ${turnId}`) : error
      })
    return stream as ReadableStream<LiveChunk>
  },
}
export const server = safely({ ...conversations, ...settings, ...toolServers, ...workspace })
