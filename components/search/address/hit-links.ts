import type { SearchHit } from '@/lib/shared/search'
import { foundParams } from './found-in-address'

/** What is known of a subject, on the Facts page. */
export const factsHref = (subject: string) => `/facts?${new URLSearchParams({ q: subject })}`
/** Whether a hit is a fact that no turn states, which is in neither the chat nor the graph. */
export const isAdded = ({ kind, turnId }: Pick<SearchHit, 'kind' | 'turnId'>) => kind === 'fact' && !turnId

/** A hit's turn in the chat, with the words to mark there; and its node in the graph. */
export const chatHref = (hit: SearchHit) => (isAdded(hit) ? factsHref(hit.name) : turnHref(hit))
const turnHref = (hit: SearchHit) =>
  `/c/${hit.conversationId}${hit.turnId ? `?${new URLSearchParams({ at: hit.turnId, ...foundParams(hit) })}` : ''}`
export const graphHref = (hit: SearchHit) =>
  isAdded(hit)
    ? factsHref(hit.name)
    : `/memory?${new URLSearchParams({ conversation: hit.conversationId, node: hit.node })}`
