import type { GraphQuery } from '@/lib/shared/memory/graph'
import {
  EDGE_KINDS,
  type EdgeKind,
  type MapQuery,
  NODE_KINDS,
  type NodeKind,
} from '@/lib/shared/memory/graph'

export const VIEWS = ['map', 'time', 'local'] as const
export type View = (typeof VIEWS)[number]
export const DEPTHS = [1, 2, 3] as const
export type Depth = (typeof DEPTHS)[number]
export const COLOURS = ['topic', 'conversation'] as const
export type ColourBy = (typeof COLOURS)[number]

/**
 * The state in the memory page's address. `topic`, `conversation` and `turn` are the place on the map; Time
 * shows the conversation. Kinds in `hidden` are removed; `centre` and `depth` belong to the local view;
 * `until` is the replay's last turn.
 */
export type MemoryAddress = {
  topic: string | null
  conversation: string | null
  turn: string | null
  range: { from: number; to: number } | null
  /** The search text that selected which turns are shown in full. */
  find: string
  view: View
  centre: string | null
  depth: Depth
  node: string | null
  hidden: (NodeKind | EdgeKind)[]
  colour: ColourBy
  text: string
  until: string | null
}

const KINDS: readonly string[] = [...NODE_KINDS, ...EDGE_KINDS]
const isKind = (kind: string): kind is NodeKind | EdgeKind => KINDS.includes(kind)
const TEXT_CHARS = 200
const ID_CHARS = 900
const DEPTH = 1

/** Parses an address. Invalid parts get their default, so every link opens. */
export function parsePlace(params: { get(name: string): string | null }): MemoryAddress {
  const text = (name: string, most: number) => (params.get(name) ?? '').slice(0, most)
  const id = (name: string) => text(name, ID_CHARS) || null
  const rowId = (name: string) => (/^[A-Za-z0-9_-]{1,80}$/.test(text(name, ID_CHARS)) ? id(name) : null)
  return {
    topic: rowId('topic'),
    conversation: rowId('conversation'),
    turn: rowId('turn'),
    range: parseRange(params.get('range')),
    find: text('find', TEXT_CHARS),
    view: VIEWS.find((one) => one === params.get('view')) ?? usualView(params),
    centre: id('centre'),
    depth: depthOf(params.get('depth')),
    node: fullId(id('node')),
    hidden: [...new Set((params.get('hide') ?? '').split(','))].filter(isKind),
    colour: COLOURS.find((one) => one === params.get('colour')) ?? 'topic',
    text: text('q', TEXT_CHARS),
    until: id('until'),
  }
}

/** Nodes shown only inside a topic or a turn. A link to one that names neither opens in Time. */
const WITHIN = /^(?:fact|strategy|file|roll-up):/
const usualView = (params: { get(name: string): string | null }): View =>
  WITHIN.test(params.get('node') ?? '') && !params.get('topic') && !params.get('turn') ? 'time' : 'map'

export const START = parsePlace(new URLSearchParams())

export function depthOf(text: string | null): Depth {
  return DEPTHS.find((one) => String(one) === text) ?? DEPTH
}

function parseRange(range: string | null): MemoryAddress['range'] {
  const [from, to] = (/^(\d{1,9})-(\d{1,9})$/.exec(range ?? '') ?? []).slice(1).map(Number)
  return from && to && from <= to ? { from, to } : null
}

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
  put('range', place.range && `${place.range.from}-${place.range.to}`)
  put('find', place.find)
  put('view', place.view === 'map' ? null : place.view)
  if (place.view === 'local') {
    put('centre', place.centre)
    put('depth', place.depth === DEPTH ? null : String(place.depth))
  }
  put('node', place.node)
  put('hide', place.hidden.join(','))
  put('colour', place.colour === 'topic' ? null : place.colour)
  put('q', place.text)
  put('until', place.until)
  return params.size ? `?${params}` : ''
}

/** Whether an id is a link's: only these contain spaces outside a file's path. */
export const isLink = (id: string) => EDGE_KINDS.some((kind) => id.startsWith(`${kind} `))

/** Time has room for more turns, since it leaves out what is a part of each. */
const IN_TIME = NODE_KINDS.filter((kind) => kind !== 'context' && kind !== 'summary')

/** As many as one query can name, and a canvas can move. */
const MOST_IN_TIME = 900

/** What the page asks the server for: a level of the map, or a part of the graph. */
export type PartQuery = { map: MapQuery } | { graph: GraphQuery }

/** Nodes of the map that the graph of turns does not have. */
const WIDE = /^(?:topic|conversation):/
export const isWide = (id: string | null): id is string => id !== null && WIDE.test(id)

const centreOf = ({ centre, node }: MemoryAddress) => [centre, node].find((id) => id && !isLink(id)) ?? null

/** A place as a query. The local view ignores the search, or it would hide real neighbours. */
export function partQuery(place: MemoryAddress): PartQuery {
  const { view, topic, conversation, turn, range, find } = place
  const inConversation = conversation ? { conversationId: conversation } : {}
  if (view === 'map')
    return {
      map: {
        ...(topic ? { topicId: topic } : {}),
        ...inConversation,
        ...(turn ? { turnId: turn } : {}),
      },
    }
  const centre = centreOf(place)
  // The neighbours of an island are on its own level.
  if (view === 'local' && isWide(centre))
    return { map: topic && centre.startsWith('conversation:') ? { topicId: topic } : {} }
  if (view === 'local') return { graph: { ...inConversation, ...(centre ? { focus: centre } : {}) } }
  return {
    graph: {
      kinds: IN_TIME,
      limit: MOST_IN_TIME,
      ...inConversation,
      ...(conversation && range ? { range } : {}),
      ...(find ? { text: find } : {}),
      ...(place.node && !isLink(place.node) ? { focus: place.node } : {}),
    },
  }
}

/** Places with the same key show the same part of memory. Selecting in Time loads nothing. */
export const partKey = (place: MemoryAddress) => {
  const { view, topic, conversation, turn, range, find } = place
  if (view === 'map') return JSON.stringify([view, topic, conversation, turn])
  return JSON.stringify(
    view === 'time' ? [view, conversation, range, find] : [view, topic, conversation, place.centre],
  )
}
