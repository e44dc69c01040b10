import { nodeHref, turnHref } from '@/components/chat/conversation/history/turn-href'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { limits } from '@/lib/shared/limits'
import type { SearchHit } from '@/lib/shared/memory/search'
import { fold, words } from '@/lib/shared/words'

/** What is known of a subject, on the Facts page. */
export const factsHref = (subject: string) => `/facts?${new URLSearchParams({ q: subject })}`
/** Whether a hit is a fact or a strategy of no turn, which is in neither the chat nor the graph. */
export const isAdded = ({ kind, turnId }: Pick<SearchHit, 'kind' | 'turnId'>) =>
  (kind === 'fact' || kind === 'strategy') && !turnId

/** A lesson's row on the Lessons page; else a hit's turn in the chat, with the words to mark there. */
export function pageHref(hit: SearchHit): string {
  if (hit.kind === 'strategy') return strategyHref(hit.name)
  return isAdded(hit) ? factsHref(hit.name) : turnHref(hit, foundParams(hit))
}
/** A hit's node in the graph; its page where it has none. */
export const graphHref = (hit: SearchHit) =>
  isAdded(hit) ? pageHref(hit) : nodeHref(hit.conversationId, hit.node)

type Found = { words: string[]; part: 'user' | 'assistant' | null }
const few = (text: string) =>
  [...new Set(words(text.slice(0, limits.search.foundChars)).map((word) => fold(word.text)))].slice(
    0,
    limits.search.words,
  )

/** A hit's matched words as address parameters, so that the page it leads to marks them again. */
export function foundParams({
  excerpt: { text, marks },
  part,
}: Pick<SearchHit, 'excerpt' | 'part'>): Record<string, string> {
  const find = few(marks.map(([start, end]) => text.slice(start, end)).join(' ')).join(' ')
  return find ? { find, ...(part ? { part } : {}) } : {}
}

/** The same of what the person said, for a turn that states it. */
export const saidParams = (text: string) => ({ find: few(text).join(' '), part: 'user' })

/** The words read back from an untrusted address; null = nothing to mark. */
export function foundAt(find: string, part: string | null): Found | null {
  const sought = few(find)
  return sought.length ? { words: sought, part: part === 'user' || part === 'assistant' ? part : null } : null
}
