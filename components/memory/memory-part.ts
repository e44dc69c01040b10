import type { GraphDto, GraphPosition, MapDto } from '@/lib/shared/memory/graph'

/** One part of memory, with the nodes of the map that a person moved. */
export type MemoryPart = { graph: GraphDto | MapDto; moved: GraphPosition[] }

/** A level of the map; null for the graph of Time and Local. */
export const mapOf = (graph: GraphDto | MapDto): MapDto | null => ('level' in graph ? graph : null)

/** The key under which a level's moves are stored: that of what is opened. */
export const movesKey = ({ path }: Pick<MapDto, 'path'>) => `map:${path.at(-1)?.id ?? 'all'}`
