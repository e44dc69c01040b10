import type { Size } from '@/components/memory/layout/placed'
import { isLink, type MemoryAddress } from '@/components/memory/place'
import type { Picture } from './elements'
import { newestTurn } from './walk'

/** A new `key` = another picture. `look` = what to show if not all is readable; `near` = to show closely. */
export type Frame = { key: string; look: string | null; near: readonly string[] }
/** What a button asked to see, and how many times one asked. */
export type Look = { ids: readonly string[]; count: number }
type Framing = {
  place: MemoryAddress
  /** Identifies the part of memory on screen. */
  part: string
  /** On screen, which is the previous one while another level is being loaded. */
  picture: Picture
  requested: Look | null
  /** The size that the picture is made for. */
  canvas: Size | null
}
/** When the viewport may move: for another picture, and on request. Selecting moves nothing. */
export function framing({ place, part, picture, requested, canvas }: Framing): Frame {
  const { level, positions } = picture
  const key = JSON.stringify([part, canvas])
  const near = requested?.ids.filter((id) => positions.has(id)) ?? []
  if (near.length > 0) return { key: `${key} ${requested?.count}`, look: null, near }
  const selected = place.node && !isLink(place.node) && positions.has(place.node) ? place.node : null
  const newest = level === 2 ? null : newestTurn(picture.graph.nodes.filter(({ id }) => positions.has(id)))
  return { key, look: selected ?? newest?.id ?? null, near }
}
