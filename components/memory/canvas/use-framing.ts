'use client'
import { useRef } from 'react'
import { isLink, type Place } from '@/components/memory/place'
import type { GraphNode } from '@/lib/shared/graph'

/**
 * A new `key` is another graph, which is framed again. `look` = what to show first; `near` = what to centre.
 */
export type Frame = { key: string; look: string | null; near: boolean }
export type Look = { id: string; count: number }
type Framing = {
  place: Place
  /** Identifies the part of memory on screen. */
  part: string
  /** The view on screen, which is the previous one while another is being arranged. */
  view: string
  /** The centre of the local view. */
  centre: string | null
  steps: readonly GraphNode[]
  has(id: string): boolean
  /** What a button asked to show. */
  asked: Look | null
}

/**
 * Decides when the viewport may move: for another graph, for the node in the address on load, and on request.
 * Selecting moves nothing.
 */
export function useFraming({ place, part, view, centre, steps, has, asked }: Framing): Frame {
  const key = JSON.stringify([part, view, view === 'local' ? [centre, place.depth] : null])
  const opened = useRef({ key, node: place.node })
  if (asked && has(asked.id)) return { key: `${key} ${asked.count}`, look: asked.id, near: true }
  const named = opened.current
  if (named.key === key && named.node && !isLink(named.node) && has(named.node))
    return { key, look: named.node, near: true }
  const { range } = place
  const inRange = range
    ? steps.findLast((step) => step.kind === 'turn' && step.from >= range.from && step.to <= range.to)
    : undefined
  return { key, look: view === 'local' ? centre : ((inRange ?? steps.at(-1))?.id ?? null), near: false }
}
