import type { Performed } from '@/lib/model/offline/view'
import type { Command } from './grammar'

/** How results of the workspace's tools begin after success. Anything else is a refusal. */
const DID: Partial<Record<Command['verb'], RegExp>> = {
  write: /^(?:wrote|saved|created|updated)\b|\bholds exactly this already\b/i,
  append: /^(?:wrote|saved|created|updated|appended)\b|\bholds exactly this already\b/i,
  edit: /^(?:edited|replaced|changed)\b/i,
  delete: /^(?:deleted|removed)\b/i,
}
const REFUSED =
  /^(?:error\b|there is no\b|no such\b|the path\b|the content of\b|the arguments of\b|\S+ could not be carried out\b|cannot\b|could not\b)/i
const HEAD = /^(\S[^\n]*?) \((\d+) bytes?, version \d+(?:, [^)\n]*)?\)(?: is empty\.$|:\n)/

/** Whether a call did what its command says, by its result. */
export function succeeded(verb: Command['verb'], { failed, result }: Performed): boolean {
  if (failed) return false
  const did = DID[verb]
  return did ? did.test(result.trim()) : HEAD.test(result) || !REFUSED.test(result.trim())
}

/** The text that a read gave, and from its heading the path and the size of the whole file. */
export function fileText(result: string): { text: string; path: string; bytes: number | null } {
  const head = HEAD.exec(result)
  return head
    ? { text: result.slice(head[0].length), path: head[1] ?? '', bytes: Number(head[2]) }
    : { text: result, path: '', bytes: null }
}
