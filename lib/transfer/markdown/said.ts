import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { inline } from './note-names'

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
