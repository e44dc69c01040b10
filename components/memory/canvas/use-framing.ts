'use client'
import { useRef } from 'react'
import type { Size } from '@/components/memory/layout/placed'
import { isLink, type MemoryAddress } from '@/components/memory/place'
import type { GraphNode } from '@/lib/shared/memory/graph'
import type { Arrival } from './camera'
import type { Picture } from './elements'

/**
 * A new `key` is another picture, which is framed again. `look` = what to show if not everything is readable;
 * `near` = what to centre.
 */
export type Frame = { key: string; look: string | null; near: boolean; arrival: Arrival }
export type Look = { id: string; count: number }
type Framing = {
  place: MemoryAddress
  /** Identifies the part of memory on screen. */
  part: string
  /** On screen, which is the previous one while another view is being loaded. */
  picture: Picture
  /** The centre of the local view. */
  centre: string | null
  steps: readonly GraphNode[]
  /** What a button is to show. */
  requested: Look | null
  /** The size that the picture is made for. */
  canvas: Size
  /** Whether a phone leaves something out. */
  few: boolean
}
type Before = { part: string; level: number | null; arrival: Arrival }

/**
 * Decides when the viewport may move: for another picture, and on request. Selecting moves nothing.
 */
export function useFraming({ place, part, picture, centre, steps, requested, canvas, few }: Framing): Frame {
  const { view, level, positions } = picture
  const madeFor = view === 'time' ? null : canvas
  const key = JSON.stringify([part, view, view === 'local' ? [centre, place.depth] : null, madeFor, few])
  const before = useRef<Before>({ part, level, arrival: null })
  if (before.current.part !== part)
    before.current = { part, level, arrival: arrivalOf(before.current.level, level, place.node, positions) }
  const { arrival } = before.current
  if (requested && positions.has(requested.id))
    return { key: `${key} ${requested.count}`, look: requested.id, near: true, arrival: null }
  const selected = place.node && !isLink(place.node) && positions.has(place.node) ? place.node : null
  const newest = steps.findLast(({ id }) => positions.has(id))?.id ?? null
  if (view === 'local') return { key, look: centre, near: false, arrival: null }
  if (view === 'time') return { key, look: selected, near: false, arrival: null }
  return { key, look: selected ?? (level === 2 ? null : newest), near: false, arrival }
}

function arrivalOf(
  was: number | null,
  now: number | null,
  node: string | null,
  positions: ReadonlyMap<string, unknown>,
): Arrival {
  if (was === null || now === null || was === now) return null
  if (now > was) return { way: 'down' }
  return node !== null && positions.has(node) ? { way: 'up', from: node } : null
}
