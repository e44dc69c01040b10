import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Db } from '@/lib/db/engine/client'
import type { BundleConversation } from '@/lib/db/transfer/bundle-rows'
import { exportedRows } from '@/lib/db/transfer/exports'
import { clientOfOrigin } from '@/lib/shared/memory/outside'
import { storableText } from '@/lib/shared/storable'
import { answererOf, formatOfOrigin } from '@/lib/shared/transfer/transfer'
import type { TurnMessage } from '@/lib/shared/turn/messages'

type ExportedTurn = {
  id: string
  number: number
  parentId: string | null
  createdAt: Date
  userText: string
  answer: string
  messages: TurnMessage[] | null
}

/** Every string in JSON is one in YAML. */
export const frontMatter = (fields: Record<string, number | string | string[]>) =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')}---\n`

/** A conversation as a note; `headings` = those of its turns, by id. */
export async function conversationText(db: Db, ownerId: string, row: BundleConversation, topics: string[]) {
  const all: ExportedTurn[] = []
  for await (const { name, rows } of exportedRows(db, ownerId, row.id, ['branches', 'turns']))
    if (name === 'turns') all.push(...(rows as ExportedTurn[]))
  const byId = new Map(all.map((turn) => [turn.id, turn]))
  const active = new Set<ExportedTurn>()
  for (let turn = byId.get(row.activeLeafId ?? ''); turn; turn = byId.get(turn.parentId ?? ''))
    active.add(turn)
  const versions = new Map<number, number>()
  const rank = (turn: ExportedTurn) => Number(!active.has(turn))
  const said = all
    .filter(({ userText, answer }) => userText || answer)
    .sort((a, b) => a.number - b.number || rank(a) - rank(b) || a.createdAt.getTime() - b.createdAt.getTime())

  const headings = new Map<string, string>()
  const format = formatOfOrigin(row.origin)
  const [asker, answerer] = [clientOfOrigin(row.origin) ?? 'You', answererOf(format) ?? 'Mneme']
  const texts = said.map(({ id, number, userText, answer, messages, createdAt }) => {
    const version = (versions.get(number) ?? 0) + 1
    versions.set(number, version)
    headings.set(id, `Message ${number}${version === 1 ? '' : ` version ${version}`}`)
    const texts = { user: userText, assistant: answer }
    const parts = messages?.map(({ part, speaker, start, end }) =>
      callout(part, speaker, texts[part].slice(start, end)),
    ) ?? [
      ...(userText ? [callout('user', asker, userText)] : []),
      ...(answer ? [callout('assistant', answerer, answer)] : []),
    ]
    const at = createdAt.toISOString().slice(0, 16).replace('T', ' ')
    return `## ${headings.get(id)}\n\n${[`${at} UTC`, ...parts].join('\n\n')}\n`
  })
  const front = frontMatter({
    ...{ id: row.id, aliases: [label(row.title)], created: row.createdAt.toISOString() },
    updated: row.updatedAt.toISOString(),
    source: label(clientOfOrigin(row.origin) ?? answerer),
    turns: said.length,
    // All that a tag of Obsidian can have.
    ...{ tags: row.tags.map((tag) => tag.replace(/[^\p{L}\p{M}\p{N}_/-]+/gu, '-')), topics },
  })
  return { text: `${front}\n# ${inline(row.title)}\n\n${texts.join('\n')}`, headings }
}

/** What would load something, link to a note or be HTML, unless it is escaped already. */
const ACTIVE = /(?<=(?<!\\)(?:\\\\)*)(?:!(?=\[)|\[(?=\[)|(?<=\[)\[|<(?=[a-z/!?]))/gi
/** Only code is looked for; the rest takes the parser quadratic time, and escaped it is not there. */
const REST = [
  'attention',
  'labelStartLink',
  'labelStartImage',
  'labelEnd',
  'htmlText',
  'htmlFlow',
  'autolink',
]
const parser = unified()
  .use(remarkParse)
  .data('micromarkExtensions', [{ disable: { null: REST } }])
/** So do nested quotes. */
const DEEP = /(?:> ?){50}/

function codeIn(text: string): [from: number, to: number][] {
  const code: [number, number][] = []
  for (const nodes: object[] = DEEP.test(text) ? [] : [parser.parse(text)]; nodes.length; ) {
    const node = nodes.pop() as ReturnType<typeof parser.parse>['children'][number]
    if ('children' in node) nodes.push(...node.children)
    else if (node.type === 'code' || node.type === 'inlineCode')
      code.push([node.position?.start.offset ?? 0, node.position?.end.offset ?? 0])
  }
  return code
}

/** The Markdown of a message without anything that loads or links to a note. Code stays as it is. */
function inert(text: string): string {
  if (text.search(ACTIVE) < 0) return text
  const code = codeIn(text)
  return text.replace(ACTIVE, (sign, at: number) =>
    code.some(([from, to]) => at >= from && at < to) ? sign : `\\${sign}`,
  )
}

/** Text as a callout: whatever it says ends with it, so it cannot become a part of the note. */
export const callout = (part: 'user' | 'assistant', who: string, text: string) =>
  [
    `> [!${part === 'user' ? 'question' : 'note'}] ${inline(who)}`,
    '>',
    ...inert(text)
      .split(/\r\n|\r|\n/)
      .map((line) => `> ${line}`),
  ].join('\n')

const CHARS = 60
/** What every file system and Obsidian allow; it has no signs of Markdown. */
const OTHER_SIGNS = /[^\p{L}\p{M}\p{N} .,&'()+=@_-]+/gu
/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

const flat = (text: string) => storableText(text).replace(/\s+/g, ' ').trim()
const safeName = (title: string) =>
  [...flat(title).normalize('NFC').replace(OTHER_SIGNS, ' ').replace(/ +/g, ' ')]
    .slice(0, CHARS)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '_$&')

/** Text in a line of Markdown, as it is. */
export const inline = (text: string) => flat(text).replace(/[\\`*_[\]<>|#!$~=%^]/g, '\\$&')
/** Text where nothing can be escaped. */
export const label = (text: string) => flat(flat(text).replace(/[[\]|\\<>`]/g, ' ')) || 'Untitled'
/** `[[Topics/Sailing|sailing, wind]]` */
export const linkTo = (place: string, text: string) => `[[${place}|${label(text)}]]`

/** Gives notes paths such as `Topics/Sailing`, unique even where file names ignore case. */
export class NoteNames {
  private readonly taken = new Set<string>()

  take(folder: string, title: string): string {
    const name = safeName(title) || 'Untitled'
    for (let i = 1; ; i++) {
      const place = `${folder}/${name}${i === 1 ? '' : ` ${i}`}`
      const key = place.toLowerCase()
      if (!this.taken.has(key)) {
        this.taken.add(key)
        return place
      }
    }
  }
}
