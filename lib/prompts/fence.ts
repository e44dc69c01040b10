/**
 * The text form of a prompt: sections of items whose text is quoted line by line, so that no text can end its own quotation.
 *
 *     === window ===
 *     # trusted words of ours about the section
 *     --- who=user turn=12 date=2026-05-01
 *     | quoted line
 *     | quoted line
 *
 * `parse(build(sections))` equals `sections` for every text; a test with 5,000 hostile texts proves it.
 */
export type PromptItem = { attributes: Record<string, string>; text: string }
export type PromptSection = { name: string; note: string; items: PromptItem[] }

const WORD_JOINER = '\u2060'

/** `<|` opens control tokens of many chat templates; a word joiner keeps it text. Joiners already there are doubled, so it can be undone. */
const guard = (text: string) =>
  text.replaceAll(WORD_JOINER, WORD_JOINER + WORD_JOINER).replaceAll('<|', `<${WORD_JOINER}|`)
const unguard = (text: string) =>
  text.replace(/\u2060\u2060|<\u2060\|/g, (found) =>
    found === WORD_JOINER + WORD_JOINER ? WORD_JOINER : '<|',
  )

/** Quotes untrusted text: every line starts with `| `. */
export const quote = (text: string) =>
  guard(text)
    .split('\n')
    .map((line) => `| ${line}`)
    .join('\n')

const NAME = /^[a-z][a-z-]*$/
const attribute = ([key, value]: [string, string]) => {
  if (!NAME.test(key)) throw new Error(`not an attribute name: ${key}`)
  // A colon ends nothing in a header, and times stay readable.
  return `${key}=${encodeURIComponent(value).replaceAll('%3A', ':')}`
}

export const buildItem = (item: PromptItem) =>
  `${['---', ...Object.entries(item.attributes).map(attribute)].join(' ')}\n${quote(item.text)}`

export function buildSection(section: PromptSection): string {
  if (!NAME.test(section.name)) throw new Error(`not a section name: ${section.name}`)
  const note = section.note ? section.note.split('\n').map((line) => `# ${line}`) : []
  return [`=== ${section.name} ===`, ...note, ...section.items.map(buildItem)].join('\n')
}

export const build = (sections: PromptSection[]) => sections.map(buildSection).join('\n\n')

/** Reads what `build` wrote. Lines it does not know (there are none in our prompts) are ignored. */
export function parse(prompt: string): PromptSection[] {
  const sections: PromptSection[] = []
  let lines: string[] | null = null
  const close = () => {
    const item = sections.at(-1)?.items.at(-1)
    if (item && lines) item.text = unguard(lines.join('\n'))
    lines = null
  }
  for (const line of prompt.split('\n')) {
    const section = sections.at(-1)
    const heading = /^=== ([a-z][a-z-]*) ===$/.exec(line)
    if (heading?.[1]) {
      close()
      sections.push({ name: heading[1], note: '', items: [] })
    } else if (section && line.startsWith('# ') && section.items.length === 0)
      section.note += (section.note ? '\n' : '') + line.slice(2)
    else if (section && (line === '---' || line.startsWith('--- '))) {
      close()
      const pairs = line.slice(4).split(' ').filter(Boolean)
      section.items.push({
        attributes: Object.fromEntries(
          pairs.map((pair) => [
            pair.slice(0, pair.indexOf('=')),
            decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
          ]),
        ),
        text: '',
      })
      lines = []
    } else if (lines && line.startsWith('| ')) lines.push(line.slice(2))
  }
  close()
  return sections
}
