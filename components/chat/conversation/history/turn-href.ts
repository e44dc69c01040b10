import type { RecallHit } from '@/lib/shared/turn/events'

/** A turn in its conversation; without one the conversation. `marks` = words to highlight there, as parameters. */
export const turnHref = (
  { conversationId, turnId }: Pick<RecallHit, 'conversationId'> & { turnId?: string | null | undefined },
  marks?: Record<string, string>,
) => `/c/${conversationId}${turnId ? `?${new URLSearchParams({ at: turnId, ...marks })}` : ''}`

/** A node in the map of its conversation. */
export const nodeHref = (conversation: string, node: string) =>
  `/memory?${new URLSearchParams({ conversation, node })}`
