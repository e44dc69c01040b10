import type { ImportRemoval } from '@/lib/shared/transfer/transfer'
import type { Format } from '../ui/words/use-format'

const counted = (conversations: number, turns: number, { plural }: Format) =>
  `${plural(conversations, 'conversation')} with ${plural(turns, 'message')}`

/** What removing an import deletes and keeps, as sentences; `continued` = also continued conversations. */
export function removalWords(
  { conversations, turns, facts, joined, ...rest }: ImportRemoval,
  continued: boolean,
  format: Format,
): string[] {
  const { plural } = format
  const learned = facts + (continued ? rest.continuedFacts : 0)
  const was = rest.continued === 1 ? 'was' : 'were'
  const later = 'continued later, by you or by another import'
  const sentences = [
    conversations > 0 && `${counted(conversations, turns, format)} will be removed.`,
    rest.continued > 0 &&
      (continued
        ? `${counted(rest.continued, rest.continuedTurns, format)} that ${was} ${later}, will be removed too.`
        : `${plural(rest.continued, 'conversation')} will be kept: ${rest.continued === 1 ? 'it' : 'they'} ${was} ${later}.`),
    learned > 0 && `${plural(learned, 'fact')} learned from these messages will be removed too.`,
    joined > 0 &&
      `${plural(joined, 'message')} that this import added to ${plural(rest.joinedConversations, 'earlier conversation')} will be kept. You can forget ${joined === 1 ? 'it' : 'them'} there.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** How many conversations are deleted. */
export const goneCount = ({ conversations, continued }: ImportRemoval, also: boolean) =>
  conversations + (also ? continued : 0)
