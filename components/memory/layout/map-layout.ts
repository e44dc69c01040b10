import type { MapDto } from '@/lib/shared/graph'
import { islandLayout } from './island-layout'
import { localLayout } from './local-layout'
import { neighbourhood } from './neighbourhood'
import type { Placed, Point } from './placed'
import { cardsLayout, turnRows } from './rows-layout'

const DEPTH = 2

/** A level of the map: every level is a picture with its own layout. `moves` = where a person put nodes. */
export function mapLayout(
  map: MapDto,
  born: ReadonlyMap<string, number>,
  moves: ReadonlyMap<string, Point>,
): Placed {
  const placed = levelLayout(map, born)
  for (const [id, point] of moves) if (placed.positions.has(id)) placed.positions.set(id, point)
  return placed
}

function levelLayout(map: MapDto, born: ReadonlyMap<string, number>): Placed {
  if (map.level === 1) return islandLayout(map)
  if (map.level === 2) return cardsLayout(map.nodes)
  const turn = map.path.at(-1)?.id
  const centre = map.nodes.find(({ kind, turnId }) => kind === 'turn' && turnId === turn)
  if (map.level === 3 || !centre) return turnRows(map.nodes)
  const near = neighbourhood(map, centre.id, DEPTH)
  const far = map.nodes.filter(({ id }) => !near.steps.has(id))
  const steps = new Map([...near.steps, ...far.map(({ id }): [string, number] => [id, DEPTH])])
  const { nodes, edges } = map
  return { positions: localLayout({ nodes, edges, steps }, centre.id, born), sizes: new Map() }
}
