import { pictureLine } from '@/lib/shared/picture'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { anyFields, isFields, knownName, knownText } from './fields'
import { type Heard, type Left, leave, type ReadRecord } from './talk'

const PICTURE = /\.(?:png|jpe?g|gif|webp|heic|bmp|svg)$/i
/** The line that stands for a picture or file, which is counted. */
export function attachmentTrace(name: string, left: Left, isPicture = PICTURE.test(name)): string {
  leave(left, 'picture or file')
  return isPicture ? pictureLine(name || 'a picture') : name ? `[file: ${name}]` : '[file]'
}
/** The lines for a list of files. */
export const tracesOf = (files: unknown, left: Left, isPicture?: true): string[] =>
  [files ?? []].flat().map((file) => {
    const { name, fileName, file_name, filename, type } = anyFields(file)
    const named = knownName(name ?? fileName ?? file_name ?? filename)
    return attachmentTrace(named, left, isPicture ?? (type === 'image' || undefined))
  })
const PROSE = /^(?:md|markdown|txt|text|csv|tsv|log|html?|rtf|pdf|docx?)$/i
const languageOf = (name: string) => /\.([a-z]\w{0,9})$/i.exec(name)?.[1] ?? ''
/** A file as part of a message; code as a block of its language. */
export function fencedFile(name: string, text: string, language = languageOf(name)): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const shown = language && !PROSE.test(language) ? `${fence}${language}\n${text}\n${fence}` : text
  return name ? `File ${name}:\n${shown}` : shown
}
export const joinedTexts = (texts: readonly string[]) => texts.filter((text) => text.trim()).join('\n\n')

const KINDS: [RegExp, string][] = [
  [/think|thought|reason/i, 'thought'],
  [/tool_?result|function_call_output|step/i, ''],
  [/tool|function/i, 'tool call'],
]
const MEDIA = /image|picture|photo|file|audio|video|document/i
/** The text of a message's content. Thoughts and tool calls are counted, pictures and files leave a line. */
export function textIn(value: unknown, left: Left): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return joinedTexts(value.map((part) => textIn(part, left)))
  if (!isFields(value)) return ''
  const type = String(value.type ?? '')
  const kind = KINDS.find(([pattern]) => pattern.test(type))
  if (kind) {
    if (kind[1]) leave(left, kind[1])
    return ''
  }
  const inner = value.text ?? value.content ?? value.parts ?? value.value
  if (inner === undefined && MEDIA.test(type))
    return attachmentTrace(
      String(value.name ?? value.file_name ?? ''),
      left,
      /image|picture|photo/i.test(type),
    )
  return textIn(inner, left)
}

const ROLES = new Map<string, Heard['part'] | 'other'>([
  ...['user', 'human', 'prompter'].map((name) => [name, 'user'] as const),
  ...['assistant', 'ai', 'bot', 'gpt', 'model'].map((name) => [name, 'assistant'] as const),
  ...['system', 'tool', 'function', 'developer'].map((name) => [name, 'other'] as const),
])
export const spokenRole = (value: string) => ROLES.get(value.toLowerCase()) ?? null

/** A message of a chat in which every message has a role. @throws Refusal for an unknown one. */
export function byRole(role: unknown, message: Omit<Heard, 'part'>): ReadRecord {
  const part = spokenRole(knownText(role))
  if (part === null)
    throw new ImportRefusal(`A message is by an unknown role: ${knownText(role).slice(0, 40)}.`)
  return part === 'other' ? 'system or tool message' : { ...message, part }
}
