import { type Fields, fieldsOf, idOf, isFields, nameOf } from './fields'
import { byRole, textIn } from './parts'
import { type Left, leave, type Reading, talkOf } from './talk'
import { lastBranch } from './tree'

const isTalk = (value: unknown): value is Fields =>
  isFields(value) && (value.type === 'user' || value.type === 'assistant') && isFields(value.message)
export const isClaudeCode = (value: unknown): value is Fields => isTalk(value) && 'sessionId' in value

/** A session; none for the file of a sub-agent, which the session quotes. */
export const claudeCodeTalks = (lines: readonly unknown[]): unknown[][] =>
  lines.some((line) => isTalk(line) && line.isSidechain !== true) ? [[...lines]] : []

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g
const COMMAND =
  /^\s*(?:<(?:command|local-command|bash|task-notification)[\w-]*>|Caveat: The messages below|\[Request interrupted)/

/** What a line of a session says. @throws Refusal for an odd one */
export function claudeCodeLine(item: Fields, left: Left): Reading {
  if (!isTalk(item)) return null
  const { uuid, timestamp: at, message, ...line } = item
  if (line.isSidechain) return 'sub-agent message'
  if (line.isMeta || line.isCompactSummary || line.isApiErrorMessage) return 'system or tool message'
  const { role, content } = fieldsOf(message)
  const text = textIn(content, left).replace(REMINDER, '')
  if (COMMAND.test(text)) return 'command'
  const one = byRole(role, { id: idOf(uuid), at, text })
  return text.trim() ? one : null
}

/** A session of Claude Code, from `projects/**\/*.jsonl`: its last branch. @throws Refusal */
export async function readClaudeCode(lines: readonly unknown[]) {
  const linked = lines.filter((line): line is Fields => isFields(line) && 'uuid' in line)
  const path = lastBranch(linked, ({ uuid, parentUuid, logicalParentUuid }) => ({
    id: nameOf(uuid),
    parent: nameOf(parentUuid ?? logicalParentUuid),
  }))
  const titles = lines
    .filter(isFields)
    .map(({ customTitle, aiTitle, summary }) => customTitle || aiTitle || summary)
  const sourceId = lines.find(isClaudeCode)?.sessionId
  const about = { format: 'claude-code', sourceId, title: titles.findLast(Boolean) } as const
  const talk = await talkOf(about, path.filter(isTalk), claudeCodeLine)
  leave(talk.left, 'other-branch message', linked.filter(isTalk).length - path.filter(isTalk).length)
  return talk
}
