import { z } from 'zod'
import { byRole, textIn } from './parts'
import { type Fields, field, isFields, type Left, shaped, talkOf } from './talk'

const KINDS = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'])
/** Since version 0.32 the first line is of the kind `session_meta`; before, it is what that holds now. */
export const isCodex = (value: unknown): value is Fields =>
  isFields(value) &&
  (isFields(value.payload)
    ? KINDS.has(String(value.type))
    : 'instructions' in value && 'timestamp' in value && 'id' in value)

const itemSchema = z.object({
  timestamp: field.any,
  payload: z.object({ type: z.string(), id: field.name, role: field.text, content: field.any }),
})
/** What the program itself says in the name of the user. */
const CONTEXT =
  /^\s*(?:<[a-z_-]+(?:_context|_instructions|-context|_plugins|-instructions)\b|# AGENTS\.md instructions|<(?:permissions|image|INSTRUCTIONS)\b)/

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
  return talkOf(about, items, (item, left: Left, i) => {
    const { timestamp: at, payload } = shaped(itemSchema, item, 'a Codex session', `line ${i + 1}`)
    const { type, id, role, content } = payload
    if (type !== 'message')
      return /reasoning/.test(type) ? 'thought' : /output$/.test(type) ? null : 'tool call'
    const parts = Array.isArray(content) ? content : [content]
    const said = parts.filter((part) => !CONTEXT.test(textIn(part, {})))
    if (said.length === 0) return 'system or tool message'
    return byRole(role, { id, at, text: textIn(said, left) })
  })
}
