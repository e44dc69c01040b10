import type { ImportRemoval } from '@/lib/shared/import-removal'
import type { Format } from '../ui/use-format'

const went = (conversations: number, turns: number, format: Format) =>
  `${format.plural(conversations, 'conversation')} with ${format.plural(turns, 'turn')} ${conversations === 1 ? 'goes' : 'go'}`

/** What removing an import deletes and keeps, as sentences; `continued` = also continued conversations. */
export function removalWords(
  { conversations, turns, ...rest }: ImportRemoval,
  continued: boolean,
  format: Format,
): string[] {
  const later =
    rest.continued === 1
      ? 'It has turns that came later, yours or of another import'
      : 'They have turns that came later, yours or of other imports'
  return [
    ...(conversations ? [`${went(conversations, turns, format)}.`] : []),
    ...(rest.continued && continued
      ? [
          `${went(rest.continued, rest.continuedTurns, format)} too. ${later}: these go with ${rest.continued === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(rest.continued && !continued
      ? [
          `${format.plural(rest.continued, 'conversation')} ${rest.continued === 1 ? 'stays' : 'stay'}. ${later}.`,
        ]
      : []),
    ...(rest.joined
      ? [
          `${format.plural(rest.joined, 'turn')} that it added to ${format.plural(rest.joinedConversations, 'conversation')} from before ${rest.joined === 1 ? 'stays' : 'stay'}. Forget ${rest.joined === 1 ? 'it' : 'them'} there, if you want.`,
        ]
      : []),
  ]
}

/** How many conversations are deleted. */
export const goneCount = ({ conversations, continued }: ImportRemoval, also: boolean) =>
  conversations + (also ? continued : 0)
