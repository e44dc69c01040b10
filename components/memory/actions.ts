'use client'
import * as memory from '@/app/actions/memory'
import type { GraphPosition, MapQuery } from '@/lib/shared/memory/graph'
import type { Bundle } from '@/lib/shared/memory/map'
import { callAction } from '../ui/call-action'

export const loadMap = (query: MapQuery) => callAction(() => memory.loadMap(query))
export const loadCalendar = () =>
  callAction(() => memory.loadCalendar({ offset: new Date().getTimezoneOffset() }))
export const loadNode = (id: string) => callAction(() => memory.loadNode({ id }))
export const loadLink = (asking: string, found: string) =>
  callAction(() => memory.loadLink({ asking, found }))
export const loadBundle = (bundle: Bundle) => callAction(() => memory.loadBundle(bundle))
export const findTurns = (text: string, conversationId: string | null) =>
  callAction(() => memory.findTurns({ text, ...(conversationId ? { conversationId } : {}) }))
export const savePositions = (positions: GraphPosition[]) => callAction(() => memory.savePositions(positions))
export const resetPositions = () => callAction(() => memory.resetPositions())
export const renameTopic = (input: { topicId: string; name: string }) =>
  callAction(() => memory.renameTopic(input))
