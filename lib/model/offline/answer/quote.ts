import { toldBack } from '@/lib/heuristics/statement'
import { quoted, quotedMarkdown, say, type TemplateName } from '@/lib/heuristics/templates'
import type { Triple } from '@/lib/shared/memory/facts'
import { plainLine } from '@/lib/shared/memory/readable'
import { dayOf } from '@/lib/shared/time/day'
import { citationMark } from '@/lib/shared/turn/citations'
import { literal } from '@/lib/shared/turn/literal'
import type { ShownPassage } from './passages'

/** A run of backticks that no run of the text can close. */
export const fenceFor = (text: string, least: number) =>
  '`'.repeat(Math.max(least - 1, ...[...text.matchAll(/`+/g)].map((run) => run[0].length)) + 1)

export function quotedName(text: string): string {
  const fence = fenceFor(text, 1)
  return fence === '`' ? `\`${text}\`` : `${fence} ${text} ${fence}`
}

function markOf({ foreign, mark, turn, written, source }: ShownPassage): string {
  if (written) return ''
  if (source === 'strategy') return ` ${mark}`
  if (foreign) return ` ${mark || say('elsewhere')}`
  return turn === null ? '' : ` ${citationMark(turn)}`
}
/** The sentence with its lead, in the words as written but without Markdown, and a mark for its turn. */
export function quoteOf(passage: ShownPassage): string {
  const { lead, text, source, written } = passage
  const mayHaveFormulas =
    !written && (source === 'assistant' || source === 'summary' || source === 'strategy')
  // A sentence may begin or end in the middle of what is emphasised.
  const said = plainLine(lead ? `${lead} ${text}` : text).replace(/^\*(?=\S)|(?<=\S)\*$/g, '')
  return (mayHaveFormulas ? quotedMarkdown : quoted)(said) + markOf(passage)
}
export const factOf = (fact: Triple & { passage: ShownPassage }): string =>
  literal(toldBack(fact)) + markOf(fact.passage)

/** A description ("Another assistant") has a small letter inside a sentence, a name does not. */
const inSentence = (product: string) =>
  product.includes(' ') ? product.charAt(0).toLowerCase() + product.slice(1) : product

function timeOf({ date, foreign, turn }: ShownPassage) {
  return dayOf(date) || say(turn !== null && !foreign ? 'inConversation' : 'undated')
}

/** A quotation that the same person later contradicted. */
export const attributedEarlier = (passage: ShownPassage): string =>
  say('earlier', {
    when: timeOf(passage),
    said: attributed(passage, false).replace(/^(?:You|Among) /, (word) => word.toLowerCase()),
  })

/** How a quotation is introduced: these templates have a form with the date, too. */
function introductionOf({ written, picture, speaker, product, source }: ShownPassage) {
  if (written) return 'known'
  if (picture) return 'shared'
  if (speaker) return 'spoke'
  if (source === 'user') return product ? 'toldProduct' : 'told'
  if (source === 'assistant') return product ? 'productTold' : 'said'
  return null
}

export function attributed(passage: ShownPassage, withDate: boolean): string {
  const { source, from, speaker, date } = passage
  const quote = quoteOf(passage)
  const introduction = introductionOf(passage)
  if (introduction) {
    const product = source === 'user' ? inSentence(passage.product) : passage.product
    const template: TemplateName = withDate && date !== '' ? `${introduction}On` : introduction
    return say(template, { quote, speaker, product, date: dayOf(date) })
  }
  if (source === 'strategy') return say('lesson', { quote })
  if (source === 'tool') return from ? say('tool', { quote, tool: from }) : quote
  if (source === 'file') return from ? say('file', { quote, file: quotedName(from) }) : quote
  return say('summary', { quote })
}
