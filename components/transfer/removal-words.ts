import type { ImportRemoval } from '@/lib/shared/transfer/import-removal'
import type { Format } from '../ui/words/use-format'

const went = (conversations: number, turns: number, format: Format) =>
  `${format.plural(conversations, 'conversation')} with ${format.plural(turns, 'turn')} ${conversations === 1 ? 'goes' : 'go'}`

/** What removing an import deletes and keeps, as sentences; `continued` = also continued conversations. */
export function removalWords(
  { conversations, turns, ...rest }: ImportRemoval,
  continued: boolean,
  format: Format,
): string[] {
  const [has, it, stays, sources] =
    rest.continued === 1
      ? ['It has', 'it', 'stays', 'another import']
      : ['They have', 'them', 'stay', 'other imports']
  const later = `${has} turns that came later, yours or of ${sources}`
  const [joinedStay, them] = rest.joined === 1 ? ['stays', 'it'] : ['stay', 'them']
  const sentences = [
    conversations > 0 && `${went(conversations, turns, format)}.`,
    rest.continued > 0 &&
      (continued
        ? `${went(rest.continued, rest.continuedTurns, format)} too. ${later}: these go with ${it}.`
        : `${format.plural(rest.continued, 'conversation')} ${stays}. ${later}.`),
    rest.joined > 0 &&
      `${format.plural(rest.joined, 'turn')} that it added to ${format.plural(rest.joinedConversations, 'conversation')} from before ${joinedStay}. Forget ${them} there, if you want.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** How many conversations are deleted. */
export const goneCount = ({ conversations, continued }: ImportRemoval, also: boolean) =>
  conversations + (also ? continued : 0)
