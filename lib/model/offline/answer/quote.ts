import { quoted, say } from '@/lib/heuristics/templates'
import { citationMark } from '@/lib/shared/citations'
import type { Passage } from './passage'

const code = (text: string) => {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length)) + 1)
  return fence === '`' ? `\`${text}\`` : `${fence} ${text} ${fence}`
}
/** A file name or key as inline code. */
export const named = code

/** The sentence with its lead, verbatim, and a chip for its turn. */
export function quoteOf(passage: Passage): string {
  const text = passage.lead ? `${passage.lead} ${passage.text}` : passage.text
  const where = passage.foreign
    ? passage.mark || say('elsewhere')
    : passage.turn === null
      ? ''
      : citationMark(passage.turn)
  return where ? `${quoted(text)} ${where}` : quoted(text)
}

/** A description ("Another assistant") is written small inside a sentence, a name as it is. */
const inSentence = (product: string) =>
  product.includes(' ') ? product.charAt(0).toLowerCase() + product.slice(1) : product

/** When it was said, as far as is known. */
const timeOf = ({ date }: Passage) =>
  date.length > 10 ? `${date.slice(0, 10)} ${date.slice(11, 16)} UTC` : date || say('undated')

/** The same, of what the person said differently later. */
export const attributedEarlier = (passage: Passage): string =>
  say('earlier', { when: timeOf(passage), said: attributed(passage, false).replace(/^You /, 'you ') })

/** The quotation, introduced by who said it (and on which day, when that was asked). */
export function attributed(passage: Passage, withDate: boolean): string {
  const dated = withDate && passage.date !== ''
  const slots = {
    quote: quoteOf(passage),
    speaker: passage.speaker,
    date: passage.date.slice(0, 10),
    file: passage.from ? code(passage.from) : '',
    tool: passage.from,
  }
  if (passage.picture) return say(dated ? 'sharedOn' : 'shared', slots)
  if (passage.speaker) return say(dated ? 'spokeOn' : 'spoke', slots)
  if (passage.product && (passage.source === 'user' || passage.source === 'assistant')) {
    const by = {
      ...slots,
      product: passage.source === 'user' ? inSentence(passage.product) : passage.product,
    }
    return say(
      passage.source === 'user'
        ? dated
          ? 'toldProductOn'
          : 'toldProduct'
        : dated
          ? 'productToldOn'
          : 'productTold',
      by,
    )
  }
  switch (passage.source) {
    case 'user':
      return say(dated ? 'toldOn' : 'told', slots)
    case 'assistant':
      return say(dated ? 'saidOn' : 'said', slots)
    case 'fact':
      return say('fact', slots)
    case 'file':
      return say('file', slots)
    case 'tool':
      return passage.from ? say('tool', slots) : slots.quote
    case 'summary':
      return say('summary', slots)
  }
}
