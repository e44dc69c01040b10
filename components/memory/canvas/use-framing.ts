'use client'
import { useRef } from 'react'
import { isLink, type Place } from '@/components/memory/place'
import type { GraphNode } from '@/lib/shared/graph'
import type { Picture } from './elements'

/**
 * A new `key` is another graph, which is framed again. `look` = what to show first; `near` = what to centre.
 */
export type Frame = { key: string; look: string | null; near: boolean }
export type Look = { id: string; count: number }
type Framing = {
  place: Place
  /** Identifies the part of memory on screen. */
  part: string
  /** On screen, which is the previous one while another view is being arranged. */
  picture: Picture
  /** The centre of the local view. */
  centre: string | null
  steps: readonly GraphNode[]
  /** What a button is to show. */
  requested: Look | null
}

/**
 * Decides when the viewport may move: for another graph, for the node in the address on load, and on request.
 * Selecting moves nothing.
 */
export function useFraming({ place, part, picture, centre, steps, requested }: Framing): Frame {
  const { view, positions } = picture
  const key = JSON.stringify([part, view, view === 'local' ? [centre, place.depth] : null])
  const opened = useRef({ key, node: place.node })
  if (requested && positions.has(requested.id))
    return { key: `${key} ${requested.count}`, look: requested.id, near: true }
  const named = opened.current
  if (named.key === key && named.node && !isLink(named.node) && positions.has(named.node))
    return { key, look: named.node, near: true }
  const { range } = place
  const inRange = range
    ? steps.findLast((step) => step.kind === 'turn' && step.from >= range.from && step.to <= range.to)
    : undefined
  return { key, look: view === 'local' ? centre : ((inRange ?? steps.at(-1))?.id ?? null), near: false }
}
