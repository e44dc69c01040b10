import type { Outgoing } from './conversation-store'

const KEY = 'mneme.resend'
export type Resend = { conversationId: string; message: Outgoing }

/** Keeps a message across the reload that a stale page needs; it is sent again with the same ids, so it cannot become two. */
export function keepForResend(resend: Resend) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(resend))
  } catch {
    // Without storage the draft still has the text.
  }
}

/** The message to send again, once. */
export function takeResend(matches: (resend: Resend) => boolean): Resend | null {
  try {
    const resend = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Resend | null
    if (!resend || !matches(resend)) return null
    sessionStorage.removeItem(KEY)
    return resend
  } catch {
    return null
  }
}
