import type { OfferedTool } from '@/lib/model/offline/view'

/** The names that a tool may give to an argument of each role, the most likely first. */
const NAMES = {
  path: ['path', 'file', 'filename', 'filePath', 'file_path', 'name'],
  content: ['content', 'text', 'contents', 'body'],
  old: ['old', 'oldText', 'old_text', 'oldString', 'old_string', 'find', 'search', 'from', 'replace'],
  new: ['new', 'newText', 'new_text', 'newString', 'new_string', 'replacement', 'with', 'to', 'replace'],
  query: ['query', 'text', 'pattern', 'search', 'term', 'keyword'],
  key: ['key', 'name'],
  value: ['value', 'text', 'content'],
  answer: ['answer', 'result', 'summary', 'text', 'message'],
} as const
export type Role = keyof typeof NAMES

/** Arguments under the names of the tool's schema, or under the most likely ones. */
export function argumentsFor(
  tool: OfferedTool | undefined,
  roles: Partial<Record<Role, string>>,
): Record<string, unknown> {
  const taken = new Set<string>()
  return Object.fromEntries(
    Object.entries(roles).map(([role, value]) => {
      const names: readonly string[] = NAMES[role as Role]
      const name = names.find((one) => tool?.properties.includes(one) && !taken.has(one)) ?? names[0] ?? role
      taken.add(name)
      return [name, value]
    }),
  )
}

/** The argument of an earlier call that plays a role. */
export function argumentOf(input: Record<string, unknown>, role: Role): string | null {
  const name = NAMES[role].find((one) => typeof input[one] === 'string')
  return name ? String(input[name]) : null
}
