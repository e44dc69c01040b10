import { createParser, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs'
import { limits } from '@/lib/shared/limits'
import { MEMORY_KINDS, type MemorySearch, SEARCH_ORDERS } from '@/lib/shared/memory/search'
import { each, present } from '@/lib/shared/pick'
import { tagSchema } from '@/lib/shared/tags'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))
const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
})
/** No longer than the field takes. */
const parseAsText = createParser({
  parse: (text) => text.slice(0, limits.search.textChars),
  serialize: (text: string) => text,
})
/** The state in the search page's address. Days are in the reader's time zone. */
export const placeParsers = {
  q: parseAsText.withDefault(''),
  in: parseAsString,
  branch: parseAsString,
  tag: parseAsString,
  who: parseAsString,
  kind: parseAsArrayOf(parseAsStringLiteral(MEMORY_KINDS)),
  from: parseAsDay,
  to: parseAsDay,
  order: parseAsStringLiteral(SEARCH_ORDERS).withDefault('best'),
}
export type SearchAddress = inferParserType<typeof placeParsers>
export type Filters = Omit<SearchAddress, 'q' | 'order'>

export const NO_FILTERS: Filters = each('in branch tag who kind from to', null)
export const isFiltered = (place: Filters) =>
  Boolean(place.in || place.tag || place.who || place.kind?.length || place.from || place.to)

/** A day's first or last instant; undefined for anything else. */
const instant = (day: string | null, end: boolean) =>
  day && isDay(day) ? new Date(`${day}T${end ? '23:59:59.999' : '00:00:00'}`).toISOString() : undefined

const idOf = (text: string | null) => (text && /^[\w-]{1,80}$/.test(text) ? text : undefined)

/** The search of a place; null without words and filters. */
export function searchAt(place: SearchAddress): MemorySearch | null {
  if (!place.q.trim() && !isFiltered(place)) return null
  const within = idOf(place.in)
  return {
    // A trailing blank means that the last word is complete.
    text: place.q.trimStart(),
    ...present({
      conversationId: within,
      // A branch belongs to its conversation.
      branch: within && idOf(place.branch),
      tag: tagSchema.safeParse(place.tag).data,
      speaker: place.who || undefined,
      kinds: place.kind?.length ? place.kind : undefined,
      from: instant(place.from, false),
      to: instant(place.to, true),
    }),
    order: place.order,
  }
}

export const searchHref = (text: string) => `/search?${new URLSearchParams({ q: text })}`
export const tagHref = (tag: string) => `/search?${new URLSearchParams({ tag })}`

/** The reader's day, as in the address. */
export const isoDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
