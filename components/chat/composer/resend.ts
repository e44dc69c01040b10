import type { Outgoing } from '@/components/chat/conversation/chat-state'

const KEY = 'mneme.resend'
type Resend = { conversationId: string; message: Outgoing }

const sending = new Set<string>()

/** Keeps a message until the server responds: after a reload it is sent with the same ids, so never twice. */
export function keepForResend(resend: Resend) {
  sending.add(resend.message.turnId ?? '')
  try {
    sessionStorage.setItem(KEY, JSON.stringify(resend))
  } catch {
    // Without storage the draft still has the text.
  }
}

const kept = (): Resend | null => {
  try {
    const resend = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Resend | null
    return sending.has(resend?.message.turnId ?? '') ? null : resend
  } catch {
    return null
  }
}
export const resendConversation = () => kept()?.conversationId ?? null

/** Returns the message to resend, once. */
export function takeResend(conversationId: string): Outgoing | null {
  const resend = kept()
  if (resend?.conversationId !== conversationId) return null
  sessionStorage.removeItem(KEY)
  return resend.message
}

/** The server has responded to a message. A later one may be on its way. */
export function dropResend({ turnId = '' }: Outgoing) {
  sending.delete(turnId)
  try {
    if (sessionStorage.getItem(KEY)?.includes(turnId)) sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
