import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs'
import {
  MEMORY_KINDS,
  type MemoryKind,
  type MemorySearch,
  SEARCH_ORDERS,
  type SearchOrder,
} from '@/lib/shared/search'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))
const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
})
/** What the address of the search page says; days are the reader's own. */
export const placeParsers = {
  q: parseAsString.withDefault(''),
  in: parseAsString,
  branch: parseAsString,
  who: parseAsString,
  kind: parseAsArrayOf(parseAsStringLiteral(MEMORY_KINDS)),
  from: parseAsDay,
  to: parseAsDay,
  order: parseAsStringLiteral(SEARCH_ORDERS).withDefault('best'),
}
export type Place = {
  q: string
  in: string | null
  branch: string | null
  who: string | null
  kind: MemoryKind[] | null
  from: string | null
  to: string | null
  order: SearchOrder
}

export type Filters = Omit<Place, 'q' | 'order'>

export const NO_FILTERS = {
  in: null,
  branch: null,
  who: null,
  kind: null,
  from: null,
  to: null,
} satisfies Partial<Place>
export const isFiltered = (place: Filters) =>
  Boolean(place.in || place.who || place.kind?.length || place.from || place.to)

/** A day's first or last instant; null for what is no day. */
function instant(day: string | null, end: boolean): string | null {
  return day && isDay(day) ? new Date(`${day}T${end ? '23:59:59.999' : '00:00:00'}`).toISOString() : null
}

const idOf = (text: string | null) => (text && /^[\w-]{1,80}$/.test(text) ? text : null)

/** What a place asks memory for; null when it asks for nothing. */
export function searchAt(place: Place): MemorySearch | null {
  const [from, to] = [instant(place.from, false), instant(place.to, true)]
  const [within, branch] = [idOf(place.in), idOf(place.branch)]
  if (!place.q.trim() && !isFiltered(place)) return null
  return {
    // A blank at the end says that the last word is whole.
    text: place.q.trimStart(),
    ...(within ? { conversationId: within } : {}),
    // A branch is one of the conversation, and is let go with it.
    ...(within && branch ? { branch } : {}),
    ...(place.who ? { speaker: place.who } : {}),
    ...(place.kind?.length ? { kinds: place.kind } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    order: place.order,
  }
}

export const searchHref = (text: string) => `/search?${new URLSearchParams({ q: text })}`

/** The reader's day, as the address has it. */
export const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
