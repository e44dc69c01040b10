import { z } from 'zod'
import { byRole, textIn } from './parts'
import { type Fields, field, isFields, leave, nameOf, shaped, talkOf } from './talk'
import { lastBranch } from './tree'

const lineSchema = z.object({
  uuid: field.name,
  timestamp: field.any,
  isMeta: z.boolean().nullish(),
  isCompactSummary: z.boolean().nullish(),
  isApiErrorMessage: z.boolean().nullish(),
  message: z.object({ role: z.string(), content: field.any }),
})
const isTalk = (value: unknown): value is Fields =>
  isFields(value) && (value.type === 'user' || value.type === 'assistant') && isFields(value.message)
export const isClaudeCode = (value: unknown): value is Fields => isTalk(value) && 'sessionId' in value

/** A session; none for the file of a sub-agent, which the session quotes. */
export const claudeCodeTalks = (lines: readonly unknown[]): unknown[][] =>
  lines.some((line) => isTalk(line) && line.isSidechain !== true) ? [[...lines]] : []

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g
const COMMAND =
  /^\s*(?:<(?:command|local-command|bash|task-notification)[\w-]*>|Caveat: The messages below|\[Request interrupted)/

/** A session of Claude Code, from `projects/**\/*.jsonl`: its last branch. @throws Refusal */
export async function readClaudeCode(lines: readonly unknown[]) {
  const linked = lines.filter((line): line is Fields => isFields(line) && 'uuid' in line)
  const path = lastBranch(linked, ({ uuid, parentUuid, logicalParentUuid }) => ({
    id: nameOf(uuid),
    parent: nameOf(parentUuid ?? logicalParentUuid),
  }))
  const named = lines.filter(isFields).findLast((line) => line.customTitle || line.aiTitle || line.summary)
  const about = {
    format: 'claude-code' as const,
    sourceId: lines.find(isClaudeCode)?.sessionId,
    title: named && (named.customTitle || named.aiTitle || named.summary),
  }
  const talk = await talkOf(about, path.filter(isTalk), (item, left, i) => {
    const {
      uuid: id,
      timestamp: at,
      message,
      ...line
    } = shaped(lineSchema, item, 'a Claude Code session', `line ${i + 1}`)
    if (item.isSidechain) return 'sub-agent message'
    if (line.isMeta || line.isCompactSummary || line.isApiErrorMessage) return 'system or tool message'
    const text = textIn(message.content, left).replace(REMINDER, '')
    if (COMMAND.test(text)) return 'command'
    return text.trim() ? byRole(message.role, { id, at, text }) : null
  })
  leave(talk.left, 'other-branch message', linked.filter(isTalk).length - path.filter(isTalk).length)
  return talk
}
