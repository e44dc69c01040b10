import { type Fields, fieldsOf, idOf, isFields, textOf } from './fields'
import { byRole, textIn } from './parts'
import { type Left, type Reading, talkOf } from './talk'

const KINDS = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'])
/** Since version 0.32 the first line is of the kind `session_meta`; before, it is what that holds now. */
export const isCodex = (value: unknown): value is Fields =>
  isFields(value) &&
  (isFields(value.payload)
    ? KINDS.has(String(value.type))
    : 'instructions' in value && 'timestamp' in value && 'id' in value)

/** What the program itself says in the name of the user. */
const CONTEXT =
  /^\s*(?:<[a-z_-]+(?:_context|_instructions|-context|_plugins|-instructions)\b|# AGENTS\.md instructions|<(?:permissions|image|INSTRUCTIONS)\b)/

/** What a line of a session says; `payload` is what it holds. @throws Refusal for an odd one */
export function codexLine(item: unknown, left: Left): Reading {
  const { timestamp: at, payload } = fieldsOf(item)
  const { type, id, role, content } = fieldsOf(payload)
  if (type !== 'message') {
    if (/reasoning/.test(textOf(type))) return 'thought'
    return /output$/.test(textOf(type)) ? null : 'tool call'
  }
  const parts = Array.isArray(content) ? content : [content]
  const said = parts.filter((part) => !CONTEXT.test(textIn(part, {})))
  if (said.length === 0) return 'system or tool message'
  return byRole(role, { id: idOf(id), at, text: textIn(said, left) })
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
