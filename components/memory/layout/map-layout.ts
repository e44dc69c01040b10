import type { MapDto } from '@/lib/shared/memory/graph'
import { islandLayout } from './island-layout'
import { localLayout } from './local-layout'
import { neighbourhood } from './neighbourhood'
import type { Placed, Point } from './placed'
import { cardsLayout, turnRows } from './rows-layout'

const DEPTH = 2

type How = {
  born: ReadonlyMap<string, number>
  /** Where a person put nodes. */
  moves: ReadonlyMap<string, Point>
  /** For a screen that is higher than wide. */
  tall: boolean
}
export const turned = ({ x, y }: Point): Point => ({ x: y, y: x })

/** A level of the map: every level is a picture with its own layout. Islands are turned for a tall screen. */
export function mapLayout(map: MapDto, how: How): Placed {
  const placed = levelLayout(map, how)
  for (const [id, point] of how.moves) if (placed.positions.has(id)) placed.positions.set(id, point)
  if (how.tall && map.level === 1)
    for (const [id, point] of placed.positions) placed.positions.set(id, turned(point))
  return placed
}

function levelLayout(map: MapDto, { born, tall }: How): Placed {
  if (map.level === 1) return islandLayout(map)
  if (map.level === 2) return cardsLayout(map.nodes, tall)
  const turn = map.path.at(-1)?.id
  const centre = map.nodes.find(({ kind, turnId }) => kind === 'turn' && turnId === turn)
  if (map.level === 3 || !centre) return turnRows(map.nodes, tall)
  const near = neighbourhood(map, centre.id, DEPTH)
  const far = map.nodes.filter(({ id }) => !near.steps.has(id))
  const steps = new Map([...near.steps, ...far.map(({ id }): [string, number] => [id, DEPTH])])
  const { nodes, edges } = map
  return { positions: localLayout({ nodes, edges, steps }, centre.id, born), sizes: new Map() }
}
