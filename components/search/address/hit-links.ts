import type { SearchHit } from '@/lib/shared/search'
import { foundParams } from './found-in-address'

/** A hit's turn in the chat, with the words to mark there; and its node in the graph. */
export const chatHref = (hit: SearchHit) =>
  `/c/${hit.conversationId}${hit.turnId ? `?${new URLSearchParams({ at: hit.turnId, ...foundParams(hit) })}` : ''}`
export const graphHref = ({ conversationId, node }: SearchHit) =>
  `/memory?${new URLSearchParams({ conversation: conversationId, node })}`
