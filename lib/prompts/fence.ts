import type { TextSource } from '@/lib/shared/text-source'
import { readLabel } from './labels'

/**
 * The text form of a prompt: sections of items whose text is quoted line by line, so that no text can end its
 * own quotation.
 *
 *     === window ===
 *     # trusted note about the section
 *     --- id=t12 who=user date=2026-05-01 (later changed: see t15)
 *     | quoted line
 *     | quoted line
 *
 * `parse(build(sections))` equals `sections` for every text; a test with 5,000 hostile texts proves it. What a
 * person says is the last item of its message and not quoted: it runs to the end, whatever it looks like.
 */
export type PromptItem = { attributes: Record<string, string>; text: string; toEnd?: true }
export type PromptSection = { name: string; note: string; items: PromptItem[] }

const WORD_JOINER = '\u2060'

/** Every character that some reader takes for a line end, such as Python's `splitlines`. */
const ENDS = '\\n\\r\\v\\f\\x1c-\\x1e\\u0085\\u2028\\u2029'
const BREAK = new RegExp(`\\r\\n|[${ENDS}]`, 'g')
/** The lines of a text, each with its line break. */
const LINE = new RegExp(`[^${ENDS}]*(?:\\r\\n|[${ENDS}]|$)`, 'g')

/** A control token after its bracket: ChatML, DeepSeek, Llama, Mistral, Gemma. */
const CONTROL =
  '(?=[|｜]|<\\/?SYS>>|\\/?(?:s|bos|eos|start_of_turn|end_of_turn)>|\\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\\])'
const OPENS_CONTROL = new RegExp(`[<[]${CONTROL}`, 'gi')
const GUARDED = new RegExp(`${WORD_JOINER}{2}|(?<=[<[])${WORD_JOINER}${CONTROL}`, 'gi')

/** A word joiner after the bracket makes a control token plain text; joiners are doubled, to undo this. */
export const guard = (text: string) =>
  text.replaceAll(WORD_JOINER, WORD_JOINER + WORD_JOINER).replace(OPENS_CONTROL, `$&${WORD_JOINER}`)
const unguard = (text: string) => text.replace(GUARDED, (found) => found.slice(1))

const prefixed = (text: string, mark: string) => mark + text.replace(BREAK, `$&${mark}`)
/** Quotes untrusted text: every line starts with `| `, whatever its line break. */
export const quote = (text: string) => prefixed(guard(text), '| ')
export const quoteResult = ({ text, note = '' }: { text: string; note?: string | undefined }) =>
  [...(text || !note ? [quote(text)] : []), ...(note ? [prefixed(note, '# ')] : [])].join('\n')
/** Undoes `quote` and drops our note; any other text stays as it is. */
export function unquote(text: string): string {
  const lines = (text.match(LINE) ?? []).filter(Boolean)
  const end = lines.findLastIndex((line) => !line.startsWith('# ')) + 1
  const quoted = lines.slice(0, end)
  if (end === 0 || !quoted.every((line) => line.startsWith('| '))) return text
  const inner = unguard(quoted.map((line) => line.slice(2)).join(''))
  return end < lines.length ? inner.replace(/\n$/, '') : inner
}

const TO_END = 'text=to-end'
const NAME = /^[a-z][a-z-]*$/
// Colons are harmless in a header and keep times and ids readable.
const encoded = (value: string) => encodeURIComponent(value).replaceAll('%3A', ':')
const attribute = ([key, value]: [string, string]) => {
  if (!NAME.test(key)) throw new Error(`not an attribute name: ${key}`)
  return `${key}=${encoded(value)}`
}

/**
 * Attributes in words: what changed the item's value (`later`), or the value `now`, and what it `changes`.
 */
const [LATER, CHANGES] = [/\(later changed: see (\S+)\)/, /\(changes (\S+)\)$/]
const NOW = /\(later changed: now "([^"]*)"\)/
const UNFIT = new RegExp(`["%<[|｜${ENDS}]`, 'g')
export function buildItem({ attributes, text, toEnd }: PromptItem): string {
  const { later, now, changes, ...plain } = attributes
  const head = ['---', ...Object.entries(plain).map(attribute)]
  if (later !== undefined) head.push(`(later changed: see ${encoded(later)})`)
  if (now !== undefined) head.push(`(later changed: now "${now.replace(UNFIT, encodeURIComponent)}")`)
  if (changes !== undefined) head.push(`(changes ${encoded(changes)})`)
  if (toEnd) head.push(TO_END)
  return `${head.join(' ')}\n${toEnd ? guard(text) : quote(text)}`
}

export function buildHead({ name, note }: Pick<PromptSection, 'name' | 'note'>): string {
  if (!NAME.test(name)) throw new Error(`not a section name: ${name}`)
  return `=== ${name} ===${note ? `\n${prefixed(note, '# ')}` : ''}`
}

export const buildSection = (section: PromptSection): string =>
  [buildHead(section), ...section.items.map(buildItem)].join('\n')

export const build = (sections: PromptSection[]) => sections.map(buildSection).join('\n\n')

/** Parses what `build` wrote. Unknown lines, which our prompts never have, are ignored. */
export function parse(prompt: string): PromptSection[] {
  const sections: PromptSection[] = []
  let read = 0
  for (const line of `${prompt}\n`.match(LINE) ?? []) {
    read += line.length
    const head = line.replace(/\n$/, '')
    const section = sections.at(-1)
    const item = section?.items.at(-1)
    const [, name] = /^=== ([a-z][a-z-]*) ===$/.exec(head) ?? []
    if (name) sections.push({ name, note: '', items: [] })
    else if (section && head.startsWith('--- ') && head.endsWith(` ${TO_END}`)) {
      const attributes = attributesIn(head.slice(0, -TO_END.length - 1))
      section.items.push({ attributes, text: unguard(prompt.slice(read)), toEnd: true })
      break
    } else if (section && /^---(?: |$)/.test(head))
      section.items.push({ attributes: attributesIn(head), text: '' })
    else if (item && line.startsWith('| ')) item.text += line.slice(2)
    else if (section && !item && line.startsWith('# ')) section.note += line.slice(2)
  }
  const whole = (lines: string) => lines.replace(/\n$/, '')
  return sections.map(({ name, note, items }) => ({
    name,
    note: whole(note),
    items: items.map((item) => (item.toEnd ? item : { ...item, text: unguard(whole(item.text)) })),
  }))
}

const OWN_WORDS = new RegExp(`^--- (?:.* )?${TO_END}\\n`, 'm')
/** A message without the person's words at its end. */
export function withoutOwnWords(message: string): string {
  const found = OWN_WORDS.exec(message)
  return found ? message.slice(0, found.index) : message
}

const attributesIn = (head: string) =>
  Object.fromEntries(
    head
      .slice(4)
      // First, since it may have any words.
      .replace(NOW, (_, value: string) => `now=${value.replaceAll(' ', '%20')}`)
      .replace(LATER, 'later=$1')
      .replace(CHANGES, 'changes=$1')
      .split(' ')
      .filter(Boolean)
      .map((pair) => [
        pair.slice(0, pair.indexOf('=')),
        decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
      ]),
  )

/** An item of a prompt, without empty attributes. Imported text is marked `source=import`. */
export function itemOf(
  attributes: Record<string, string | number | null | undefined>,
  text: string,
  source?: TextSource,
): PromptItem {
  const given: Record<string, string> = {}
  for (const [key, value] of Object.entries(attributes)) if (value != null) given[key] = String(value)
  if (source === 'import') given.source = source
  return { attributes: given, text }
}

/** The section of what a person said in an earlier turn. */
export const SAID = 'said'

/** The sections of a text, with what the labels of their items say as attributes. */
export const labelledSections = (text: string): PromptSection[] =>
  parse(text).map((section) => ({
    ...section,
    items: section.items.map(({ attributes, ...item }) => {
      const { turn, ...elsewhere } = readLabel(attributes.id ?? '')
      // A roll-up has the numbers of its turns.
      const number: Record<string, string> = turn && !attributes.to ? { turn } : {}
      return { ...item, attributes: { ...attributes, ...number, ...elsewhere } }
    }),
  }))

/** The sections of all messages, with earlier turns as items of the window. */
export function sentSections(messages: readonly { role: string; text: string }[]): PromptSection[] {
  let said: PromptItem['attributes'] | undefined
  return messages.flatMap(({ role, text }): PromptSection[] => {
    if (role !== 'assistant')
      return labelledSections(text).map((section) => {
        said = section.name === SAID ? section.items[0]?.attributes : undefined
        return said ? { ...section, name: 'window' } : section
      })
    const items = [{ attributes: { ...said, who: 'assistant' }, text: unguard(text) }]
    return said ? [{ name: 'window', note: '', items }] : []
  })
}
