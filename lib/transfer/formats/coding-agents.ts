import { anyFields, type Fields, fieldsOf, idOf, isFields, knownName, knownText } from './fields'
import { byRole, textIn } from './parts'
import { type Left, leave, type ReadRecord, talkOf } from './talk'
import { lastBranch } from './tree'

const isTalk = (value: unknown): value is Fields =>
  isFields(value) && (value.type === 'user' || value.type === 'assistant') && isFields(value.message)
export const isClaudeCode = (value: unknown): value is Fields => isTalk(value) && 'sessionId' in value

/** Newer versions say who a message is from: the person, another session, a task that ended. */
const isPersons = (origin: unknown) => (anyFields(origin).kind ?? 'human') === 'human'
/** What the person typed while Claude Code worked is an attachment in its transcript, not a message. */
function asTalk(item: unknown): unknown {
  const { attachment, ...line } = anyFields(item)
  const { type, commandMode = 'prompt', isMeta, origin, prompt } = anyFields(attachment)
  if (type !== 'queued_command' || commandMode !== 'prompt' || isMeta || !isPersons(origin)) return item
  return { ...line, type: 'user', message: { role: 'user', content: prompt } }
}

/** A session; none for the file of a sub-agent, which the session quotes. */
export const claudeCodeTalks = (lines: readonly unknown[]): unknown[][] =>
  lines.some((line) => isTalk(line) && line.isSidechain !== true) ? [[...lines]] : []

/** What Claude Code and its editors put around the words of the person. */
const REMINDER = /<(system-reminder|ide_\w+)>[\s\S]*?<\/\1>\s*/g
const COMMAND =
  /^\s*(?:<(?:command|local-command|bash|task-notification|teammate-message)[\w-]*[\s>]|Caveat: The messages below|\[Request interrupted)/

/** What a line of a session says. @throws Refusal for an odd one */
export function claudeCodeLine(given: Fields, left: Left): ReadRecord {
  const item = asTalk(given)
  if (!isTalk(item)) return null
  const { uuid, timestamp: at, message, ...line } = item
  if (line.isSidechain) return 'sub-agent message'
  if (line.isMeta || line.isCompactSummary || line.isApiErrorMessage || !isPersons(line.origin))
    return 'system or tool message'
  const { role, content } = fieldsOf(message)
  const text = textIn(content, left).replace(REMINDER, '')
  if (COMMAND.test(text)) return 'command'
  const one = byRole(role, { id: idOf(uuid), at, text })
  return text.trim() ? one : null
}

/** A session of Claude Code, from `projects/**\/*.jsonl`: its last branch. @throws Refusal */
export async function readClaudeCode(given: readonly unknown[]) {
  const lines = given.map(asTalk)
  const linked = lines.filter((line): line is Fields => isFields(line) && 'uuid' in line)
  const path = lastBranch(linked, ({ uuid, parentUuid, logicalParentUuid }) => ({
    id: knownName(uuid),
    parent: knownName(parentUuid ?? logicalParentUuid),
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

const KINDS = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'])
/** Since version 0.32 the first line is of the kind `session_meta`; before, it is what that holds now. */
export const isCodex = (value: unknown): value is Fields =>
  isFields(value) &&
  (isFields(value.payload)
    ? KINDS.has(String(value.type))
    : 'instructions' in value && 'timestamp' in value && 'id' in value)

/** What the program itself says in the name of the user. */
const CONTEXT =
  /^\s*(?:<[a-z_-]+(?:_context|_instructions|-context|_plugins|-instructions)\b|# AGENTS\.md instructions|<(?:permissions|image|INSTRUCTIONS|skill|hook_prompt|turn_aborted|user_shell_command|subagent_notification)\b)/

/** What an editor puts before the words of the person: what is open and selected there. */
const EDITOR =
  /^\s*# (?:Context from my IDE setup|Files mentioned by the user):[\s\S]*?\n## My request for Codex:\s*/
export const withoutEditor = (text: string) => text.replace(EDITOR, '')

/** What a line of a session says; `payload` is what it holds. @throws Refusal for an odd one */
export function codexLine(item: unknown, left: Left): ReadRecord {
  const { timestamp: at, payload } = fieldsOf(item)
  const { type, id, role, content } = fieldsOf(payload)
  if (type !== 'message') {
    if (/reasoning/.test(knownText(type))) return 'thought'
    return /output$/.test(knownText(type)) ? null : 'tool call'
  }
  const parts = Array.isArray(content) ? content : [content]
  const said = parts.filter((part) => !CONTEXT.test(textIn(part, {})))
  if (said.length === 0) return 'system or tool message'
  return byRole(role, { id: idOf(id), at, text: withoutEditor(textIn(said, left)) })
}

/** A session of Codex, from `sessions/**\/rollout-*.jsonl`. Events repeat its messages. @throws Refusal */
export function readCodex(lines: readonly unknown[]) {
  const first = lines.find(isCodex)
  const meta = isFields(first?.payload) ? first.payload : first
  const items = lines.flatMap((line) => {
    if (!isFields(line) || isFields(line.payload))
      return isFields(line) && line.type !== 'response_item' ? [] : [line]
    return line === first || 'record_type' in line ? [] : [{ payload: line }]
  })
  const about = { format: 'codex', sourceId: meta?.id, at: meta?.timestamp } as const
  return talkOf(about, items, codexLine)
}

const QUERY = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/

/** What a line of Cursor's `agent-transcripts` says. It has no date and no id. @throws Refusal for an odd one */
export function cursorLine({ role, message }: Fields, left: Left): ReadRecord {
  if (role === undefined || message === undefined) return null
  const text = textIn(fieldsOf(message).content, left)
  // Around what the person typed, Cursor puts the time and what they have open.
  return byRole(role, { text: role === 'user' ? (QUERY.exec(text)?.[1] ?? text) : text })
}
