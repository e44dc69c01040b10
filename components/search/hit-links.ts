import type { SearchHit } from '@/lib/shared/search'

/** Where a hit stands in its conversation, and in the graph. */
export const chatHref = ({ conversationId, turnId }: SearchHit) => `/c/${conversationId}${turnId ? `?at=${turnId}` : ''}`
export const graphHref = ({ conversationId, node }: SearchHit) => `/memory?${new URLSearchParams({ conversation: conversationId, node })}`
