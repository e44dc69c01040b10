import type { Outgoing } from '@/components/chat/conversation/chat-state'

const KEY = 'mneme.resend'
type Resend = { conversationId: string; message: Outgoing }

/**
 * Keeps a message across the reload of an outdated page. It is resent with the same ids, so it cannot become
 * two.
 */
export function keepForResend(resend: Resend) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(resend))
  } catch {
    // Without storage the draft still has the text.
  }
}

const kept = (): Resend | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Resend | null
  } catch {
    return null
  }
}
/** The conversation with a message to resend. */
export const resendConversation = () => kept()?.conversationId ?? null

/** Returns the message to resend, once. */
export function takeResend(conversationId: string): Resend | null {
  const resend = kept()
  if (resend?.conversationId !== conversationId) return null
  sessionStorage.removeItem(KEY)
  return resend
}
