import { type Fields, fieldsOf } from './fields'
import { byRole, textIn } from './parts'
import type { Left, Reading } from './talk'

const QUERY = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/

/** What a line of Cursor's `agent-transcripts` says. It has no date and no id. @throws Refusal for an odd one */
export function cursorLine({ role, message }: Fields, left: Left): Reading {
  if (role === undefined || message === undefined) return null
  const text = textIn(fieldsOf(message).content, left)
  // Around what the person typed, Cursor puts the time and what they have open.
  return byRole(role, { text: role === 'user' ? (QUERY.exec(text)?.[1] ?? text) : text })
}
