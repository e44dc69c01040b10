'use client'
import * as memory from '@/app/actions/memory'
import type { GraphQuery } from '@/lib/shared/graph'
import { callAction } from '../ui/call-action'

/** The memory page's only access to the server. */
export const loadGraph = (query: GraphQuery) => callAction(() => memory.loadGraph(query))
export const loadNode = (id: string) => callAction(() => memory.loadNode({ id }))
export const loadLink = (asking: string, found: string) =>
  callAction(() => memory.loadLink({ asking, found }))
export const findTurns = (text: string, conversationId: string | null) =>
  callAction(() => memory.findTurns({ text, ...(conversationId ? { conversationId } : {}) }))
export const savePositions = (view: string, positions: { node: string; x: number; y: number }[]) =>
  callAction(() => memory.savePositions({ view, positions }))
export const resetPositions = (view: string) => callAction(() => memory.resetPositions({ view }))
