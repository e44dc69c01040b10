import { z } from 'zod'
import { parse, withoutOwnWords } from '@/lib/prompts/fence'
import { readLabel } from '@/lib/prompts/labels'
import type { Person, PersonQuestion } from '../persons/person'
import { conversationOf } from '../persons/play'

const partSchema = z.looseObject({ text: z.string().default('') })
const bodySchema = z.looseObject({
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(partSchema)]).nullish() }),
  ),
  tools: z.array(z.unknown()).default([]),
})
/** A request of Chat Completions, as far as it is read here. */
export type Sent = z.infer<typeof bodySchema>
export const sentOf = (body: Record<string, unknown>): Sent => bodySchema.parse(body)

/** A native message or one fenced item of a prompt, without the question itself. */
export type ShownText = {
  text: string
  /** The values of its attributes, such as dates. */
  header: string
  /** When it was said; null = unknown, so it is neither earlier nor later than anything. */
  at: number | null
  /** The prompt says that it is no longer so. */
  ended: boolean
  system: boolean
}

export const textsOf = ({ messages }: Sent): { role: string; text: string }[] =>
  messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [content] : (content ?? []).map(({ text }) => text)).map((text) => ({
      role,
      text,
    })),
  )

/** Sections whose items are true now, unless they say otherwise. */
const TRUE_NOW = new Set(['facts', 'profile'])
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
/** The lines of a text that belong to no section. */
const native = (text: string) =>
  withoutOwnWords(text)
    .split('\n')
    .filter((line) => !/^(?:=== |# |#$|---|\|)/.test(line))
    .join('\n')

/** What a prompt's labels mean, as `CONVERSATION NUMBER`. */
type Labels = ReadonlyMap<string, string>
/** When each turn of a person was said: by its place, and by its words. */
function timesOf({ turns, ...person }: Person, here: string, labels: Labels) {
  const byPlace = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { conversation, at } of turns) {
    const id = conversationOf({ turns, ...person }, conversation)
    const number = (counts.get(id) ?? 0) + 1
    counts.set(id, number)
    byPlace.set(`${id} ${number}`, Date.parse(at))
  }
  /** A text may be cut at its end. */
  const ofWords = (text: string) => {
    const words = plain(text).slice(0, 80)
    const isOf = (said: string) => (words.length < 20 ? said === words : said.includes(words))
    const turn = turns.find(({ user, answer }) => words && (isOf(plain(user)) || isOf(plain(answer))))
    return turn ? Date.parse(turn.at) : null
  }
  return (attributes: Record<string, string>, text: string): number | null => {
    const { id = '', date = attributes.since } = attributes
    const dated = date ? Date.parse(`${date.slice(0, 10)}T12:00:00Z`) : Number.NaN
    const place = labels.get(id) ?? `${here} ${readLabel(id).turn ?? attributes.to}`
    return byPlace.get(place) ?? (dated || null) ?? ofWords(text)
  }
}

/** What a request shows of memory, message by message and item by item. */
export function shownIn(
  sent: Sent,
  person: Person,
  { conversation, ask }: PersonQuestion,
  labels: Labels = new Map(),
): ShownText[] {
  const timeOf = timesOf(person, conversationOf(person, conversation), labels)
  return textsOf(sent).flatMap(({ role, text }) => {
    const system = role === 'system' || role === 'developer'
    const sections = parse(text)
    const items = sections.flatMap(({ name, items }) =>
      items
        .filter((item) => !(name === 'task' && item.text === ask))
        .map(({ attributes, text }): ShownText => {
          const at = timeOf(attributes, text) ?? (TRUE_NOW.has(name) ? Number.POSITIVE_INFINITY : null)
          const header = Object.values(attributes).join(' ')
          return { text, header, at, ended: 'until' in attributes, system }
        }),
    )
    const rest = (sections.length > 0 ? native(text) : text).replace(ask, '').trim()
    const message = { text: rest, header: '', at: timeOf({}, rest), ended: false, system }
    return rest ? [...items, message] : items
  })
}
