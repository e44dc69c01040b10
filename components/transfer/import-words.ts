import { type ImportRemoval, type ImportReport, importNotes } from '@/lib/shared/transfer/transfer'
import type { Format } from '../ui/words/use-format'
import type { ImportItem } from './queue/import-queue'

/** "Added 12 conversations with 340 messages. 3 conversations were already here." */
export const reportWords = (report: ImportReport, format: Format): string =>
  [...countWords(report, format), ...importNotes(report)].join(' ')

function countWords(
  { format: from, added, unchanged, refused, turns, strategies }: ImportReport,
  format: Format,
): string[] {
  if (from === 'strategies' && added + unchanged + refused === 0)
    return strategies?.added ? [] : ['Nothing new.']
  if (added + unchanged + refused === 0) return ['No conversations were found in this file.']
  if (added + refused === 0)
    return [
      `Nothing new: ${unchanged === 1 ? 'this conversation is' : `all ${format.number(unchanged)} conversations are`} already here.`,
    ]
  return [
    added ? `Added ${format.plural(added, 'conversation')} with ${format.plural(turns, 'message')}.` : '',
    unchanged ? `${format.plural(unchanged, 'conversation was', 'conversations were')} already here.` : '',
    refused ? `${format.plural(refused, 'conversation was', 'conversations were')} not imported.` : '',
  ].filter(Boolean)
}

/** A report's conversations by result, those that need attention first. */
export function reportParts({ conversations }: ImportReport) {
  const parts = [
    { title: 'Not imported', of: 'refused' as const },
    { title: 'Added', of: 'added' as const },
    { title: 'Already here', of: 'unchanged' as const },
  ]
  return parts
    .map((part) => ({ ...part, list: conversations.filter(({ status }) => status === part.of) }))
    .filter(({ list }) => list.length > 0)
}

/** What a screen reader announces and a toast says when an import ends. */
export function overWords(item: ImportItem, format: Format): string {
  const { state } = item
  if (state.kind === 'done')
    return `${item.name}: ${state.report.error?.message ?? reportWords(state.report, format)}`
  return state.kind === 'failed' ? `${item.name}: ${state.error.message}` : ''
}

/** The progress of a file, 0 to 1; null = unknown. */
export function shareDone({ state }: ImportItem): number | null {
  if (state.kind === 'sending') return state.share
  if (state.kind !== 'reading') return null
  const { bytesRead, bytesTotal } = state.progress
  return bytesTotal ? Math.min(1, bytesRead / bytesTotal) : null
}

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

export const goneCount = ({ conversations, continued }: ImportRemoval, also: boolean) =>
  conversations + (also ? continued : 0)
