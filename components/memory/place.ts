import { type Period, weekAt, weekEnd, weekStart } from '@/lib/shared/memory/calendar'
import {
  EDGE_KINDS,
  type EdgeKind,
  type GraphNode,
  type MapQuery,
  NODE_KINDS,
  type NodeKind,
  parseNodeId,
} from '@/lib/shared/memory/graph'
import { conversationNode, topicNode } from '@/lib/shared/memory/map'
import { present } from '@/lib/shared/pick'

/** The address: `topic`, `conversation`, `turn` = the place on the map; `hidden` kinds are removed. */
export type MemoryAddress = {
  topic: string | null
  conversation: string | null
  turn: string | null
  node: string | null
  hidden: (NodeKind | EdgeKind)[]
  text: string
  period: Period | null
}

const KINDS: readonly string[] = [...NODE_KINDS, ...EDGE_KINDS]
const isKind = (kind: string): kind is NodeKind | EdgeKind => KINDS.includes(kind)
const TEXT_CHARS = 200
const ID_CHARS = 900

/** Parses an address. Invalid parts get their default, so every link opens. */
export function parsePlace(params: { get(name: string): string | null }): MemoryAddress {
  const text = (name: string, most: number) => (params.get(name) ?? '').slice(0, most)
  const id = (name: string) => text(name, ID_CHARS) || null
  const rowId = (name: string) => (/^[A-Za-z0-9_-]{1,80}$/.test(text(name, ID_CHARS)) ? id(name) : null)
  return {
    topic: rowId('topic'),
    conversation: rowId('conversation'),
    turn: rowId('turn'),
    node: fullId(id('node')),
    hidden: [...new Set((params.get('hide') ?? '').split(','))].filter(isKind),
    text: text('q', TEXT_CHARS),
    period: parsePeriod(params.get('from'), params.get('to')),
  }
}

export const START = parsePlace(new URLSearchParams())

/** The weeks from one day to another; null for what is no period. */
function parsePeriod(first: string | null, last: string | null): Period | null {
  const [from, to] = [first, last].map((day) =>
    /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? weekAt(Date.parse(`${day}T00:00Z`)) : Number.NaN,
  )
  return from !== undefined && to !== undefined && from <= to ? { from, to } : null
}
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** A bare id is a turn's, as in links from the chat. */
function fullId(id: string | null) {
  return id === null || id.includes(':') ? id : `turn:${id}`
}

/** The address of a place, including `?`, without defaults. */
export function placeQuery(place: MemoryAddress): string {
  const params = new URLSearchParams()
  const put = (name: string, value: string | null) => value && params.set(name, value)
  put('topic', place.topic)
  put('conversation', place.conversation)
  put('turn', place.turn)
  put('node', place.node)
  put('hide', place.hidden.join(','))
  put('q', place.text)
  put('from', place.period && dayOf(weekStart(place.period.from)))
  put('to', place.period && dayOf(weekEnd(place.period.to)))
  return params.size ? `?${params}` : ''
}

/** Whether an id is a link's: only these contain spaces outside a file's path. */
export const isLink = (id: string) => EDGE_KINDS.some((kind) => id.startsWith(`${kind} `))

/** An opened topic or conversation has what is of the period first; all else is the same in any. */
const periodOf = ({ topic, conversation, turn, period }: MemoryAddress) =>
  (topic || conversation) && !turn && period ? period : undefined
/** A day at midnight, where the person is. */
const midnight = (day: Date, later = 0) =>
  new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + later).toISOString()

/** The level of the map that a place is on. */
export function mapQuery(place: MemoryAddress): MapQuery {
  const period = periodOf(place)
  return present({
    topicId: place.topic ?? undefined,
    conversationId: place.conversation ?? undefined,
    turnId: place.turn ?? undefined,
    period: period && { since: midnight(weekStart(period.from)), until: midnight(weekEnd(period.to), 1) },
  })
}

/** Places with the same key show the same part of memory. */
export const partKey = (place: MemoryAddress) =>
  JSON.stringify([place.topic, place.conversation, place.turn, periodOf(place)])

export type Level = 1 | 2 | 3 | 4

/** What opening a node of the map leads to; null for what has nothing below it. */
export function below(place: MemoryAddress, node: GraphNode): Partial<MemoryAddress> | null {
  const ref = parseNodeId(node.id)
  if (ref?.kind === 'topic') return { topic: ref.ref, conversation: null, turn: null, node: null }
  if (ref?.kind === 'conversation') return { conversation: ref.ref, turn: null, node: null }
  if (node.kind !== 'turn' || !node.turnId || place.turn === node.turnId) return null
  return { conversation: node.conversationId, turn: node.turnId, node: node.id }
}

/** One level up, with what one comes from selected; null at the top. */
export function above({ topic, conversation, turn }: MemoryAddress): Partial<MemoryAddress> | null {
  if (turn) return { turn: null, node: `turn:${turn}`, ...(conversation ? {} : { topic: null }) }
  if (conversation) return { conversation: null, node: conversationNode(conversation) }
  return topic ? { topic: null, node: topicNode(topic) } : null
}
