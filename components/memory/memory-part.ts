import type { GraphDto, GraphPosition } from '@/lib/shared/graph'

/** One part of memory with what a person moved by hand in it. Moves of the time view are distances from the place it would give by itself, so that they hold when lanes shift. */
export type MemoryPart = { graph: GraphDto; moved: { time: GraphPosition[]; force: GraphPosition[] } }

export type SavedView = keyof MemoryPart['moved']
/** The name under which the moves of a view are kept: one set per conversation, and one for all together. */
export const savedViewName = (view: SavedView, conversationId: string | null | undefined) =>
  `${view}:${conversationId ?? 'all'}`
