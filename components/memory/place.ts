import { EDGE_KINDS, type EdgeKind, type GraphQuery, NODE_KINDS, type NodeKind } from '@/lib/shared/graph'

export const VIEWS = ['time', 'force', 'local'] as const
export type View = (typeof VIEWS)[number]
export const DEPTHS = [1, 2, 3] as const
export type Depth = (typeof DEPTHS)[number]

/**
 * The state in the memory page's address. Kinds in `hidden` are faded; `centre` and `depth` belong to the
 * local view; `until` is the replay's last turn.
 */
export type Place = {
  conversation: string | null
  range: { from: number; to: number } | null
  /** The search text that selected which turns are shown in full. */
  find: string
  view: View
  centre: string | null
  depth: Depth
  node: string | null
  hidden: (NodeKind | EdgeKind)[]
  text: string
  until: string | null
}

const KINDS: readonly string[] = [...NODE_KINDS, ...EDGE_KINDS]
const isKind = (kind: string): kind is NodeKind | EdgeKind => KINDS.includes(kind)
const TEXT_CHARS = 200
const ID_CHARS = 900
const DEPTH = 2

/** Parses an address. Invalid parts get their default, so every link opens. */
export function parsePlace(params: { get(name: string): string | null }): Place {
  const text = (name: string, most: number) => (params.get(name) ?? '').slice(0, most)
  const id = (name: string) => text(name, ID_CHARS) || null
  const conversation = text('conversation', ID_CHARS)
  return {
    conversation: /^[A-Za-z0-9_-]{1,80}$/.test(conversation) ? conversation : null,
    range: parseRange(params.get('range')),
    find: text('find', TEXT_CHARS),
    view: VIEWS.find((one) => one === params.get('view')) ?? 'time',
    centre: id('centre'),
    depth: depthOf(params.get('depth')),
    node: fullId(id('node')),
    hidden: [...new Set((params.get('hide') ?? '').split(','))].filter(isKind),
    text: text('q', TEXT_CHARS),
    until: id('until'),
  }
}

export const START = parsePlace(new URLSearchParams())

export function depthOf(text: string | null): Depth {
  return DEPTHS.find((one) => String(one) === text) ?? DEPTH
}

function parseRange(range: string | null): Place['range'] {
  const [from, to] = (/^(\d{1,9})-(\d{1,9})$/.exec(range ?? '') ?? []).slice(1).map(Number)
  return from && to && from <= to ? { from, to } : null
}

/** A bare id is a turn's, as in links from the chat. */
function fullId(id: string | null) {
  return id === null || id.includes(':') ? id : `turn:${id}`
}

/** The address of a place, including `?`, without defaults. */
export function placeQuery(place: Place): string {
  const params = new URLSearchParams()
  const put = (name: string, value: string | null) => value && params.set(name, value)
  put('conversation', place.conversation)
  put('range', place.range && `${place.range.from}-${place.range.to}`)
  put('find', place.find)
  put('view', place.view === 'time' ? null : place.view)
  if (place.view === 'local') {
    put('centre', place.centre)
    put('depth', place.depth === DEPTH ? null : String(place.depth))
  }
  put('node', place.node)
  put('hide', place.hidden.join(','))
  put('q', place.text)
  put('until', place.until)
  return params.size ? `?${params}` : ''
}

/** Places with the same key show the same part of memory. */
export const partKey = ({ conversation, range, find }: Place) => JSON.stringify([conversation, range, find])

/** Whether an id is a link's: only these contain spaces outside a file's path. */
export const isLink = (id: string) => EDGE_KINDS.some((kind) => id.startsWith(`${kind} `))

/** An address as a query to the memory. */
export function graphQuery({ conversation, range, find, view, centre, node }: Place): GraphQuery {
  const focus = (view === 'local' && centre) || node
  return {
    ...(conversation ? { conversationId: conversation } : {}),
    ...(conversation && range ? { range } : {}),
    ...(find ? { text: find } : {}),
    ...(focus && !isLink(focus) ? { focus } : {}),
  }
}
