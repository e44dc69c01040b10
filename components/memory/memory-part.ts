import type { GraphDto, GraphPosition, MapDto } from '@/lib/shared/graph'
import type { Place } from './place'

/** One part of memory, with the nodes of the map that a person moved. */
export type MemoryPart = { graph: GraphDto | MapDto; moved: GraphPosition[] }

/** A level of the map; null for the graph of Time and Local. */
export const mapOf = (graph: GraphDto | MapDto): MapDto | null => ('level' in graph ? graph : null)

/** The key under which a level's moves are stored. */
export const movesKey = ({ topic, conversation, turn }: Pick<Place, 'topic' | 'conversation' | 'turn'>) =>
  `map:${turn ?? conversation ?? topic ?? 'all'}`
