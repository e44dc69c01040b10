import type { PromptItem } from '@/lib/prompts/fence'
import { strategyMark, strategyMarks } from '@/lib/shared/turn/citations'

const LINE = /^(\[[^\]]+\]) helpful=\d+ harmful=\d+ :: ([\s\S]*)$/
const MEMORY = /^Memory \d+: [^\n]*\n([\s\S]*?)(?:\n---)?$/

/** The content of a strategy in a prompt and its mark, from the playbook's line or from a retrieved one. */
export function lessonIn({ attributes, text }: PromptItem): { content: string; mark: string } | null {
  const id = attributes.id
  const [, mark = '', content = ''] =
    id === undefined ? (LINE.exec(text) ?? []) : ['', strategyMark(id), MEMORY.exec(text)?.[1] ?? '']
  return content && strategyMarks(mark).length === 1 ? { content, mark } : null
}
