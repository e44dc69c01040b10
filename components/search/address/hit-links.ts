import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import type { SearchHit } from '@/lib/shared/memory/search'
import { foundParams } from './found-in-address'

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
  isAdded(hit)
    ? pageHref(hit)
    : `/memory?${new URLSearchParams({ conversation: hit.conversationId, node: hit.node })}`
