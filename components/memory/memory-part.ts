import type { GraphDto, GraphPosition } from '@/lib/shared/graph'

/**
 * One part of memory, with the nodes a person moved. In the time view a move is an offset from the computed
 * position, so it survives shifted lanes.
 */
export type MemoryPart = { graph: GraphDto; moved: { time: GraphPosition[]; force: GraphPosition[] } }

export type SavedView = keyof MemoryPart['moved']
/** The key under which a view's moves are stored: one per conversation, and one for all together. */
export const savedViewName = (view: SavedView, conversationId: string | null | undefined) =>
  `${view}:${conversationId ?? 'all'}`
