import type { GraphPosition, MapDto } from '@/lib/shared/memory/graph'

/** A level of the map, and the positions of the nodes that a person moved. */
export type MemoryPart = { graph: MapDto; moved: GraphPosition[] }

/** The key under which a level's moves are stored: that of what is opened. */
export const movesKey = ({ path }: Pick<MapDto, 'path'>) => `map:${path.at(-1)?.id ?? 'all'}`
