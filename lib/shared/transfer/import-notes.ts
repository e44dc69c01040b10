import type { ImportReport } from './transfer'

/** What the report says besides the conversations: about the archive, facts and strategies. */
export const importNotes = ({
  others = 0,
  missing = 0,
  facts: { added, leftOut } = { added: 0, leftOut: 0 },
  strategies: { added: proposed, known = 0, leftOut: refused } = { added: 0, leftOut: 0 },
}: Pick<ImportReport, 'others' | 'missing' | 'facts' | 'strategies'>): string[] => [
  ...(missing
    ? [
        `${missing} ${missing === 1 ? 'part' : 'parts'} of this export ${missing === 1 ? 'is' : 'are'} missing.`,
      ]
    : []),
  ...(others ? [`${others} other ${others === 1 ? 'file in it was' : 'files in it were'} not read.`] : []),
  ...(added
    ? [`${added} ${added === 1 ? 'fact waits' : 'facts wait'} for your approval on the Facts page.`]
    : []),
  ...(leftOut ? [`${leftOut} ${leftOut === 1 ? 'fact was' : 'facts were'} left out.`] : []),
  ...(proposed
    ? [
        `${proposed} ${proposed === 1 ? 'strategy waits' : 'strategies wait'} for your approval in the Playbook.`,
      ]
    : []),
  ...(known ? [`${known} ${known === 1 ? 'strategy was' : 'strategies were'} here already.`] : []),
  ...(refused ? [`${refused} ${refused === 1 ? 'strategy was' : 'strategies were'} left out.`] : []),
]
