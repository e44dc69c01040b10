import type { ImportReport } from './transfer'

/** What the report says in addition to the conversations: about the archive, facts and lessons. */
export const importNotes = ({
  others = 0,
  facts: { added, leftOut } = { added: 0, leftOut: 0 },
  strategies: { added: proposed, known = 0, leftOut: refused } = { added: 0, leftOut: 0 },
}: Pick<ImportReport, 'others' | 'facts' | 'strategies'>): string[] => [
  ...(others ? [`${others} other ${others === 1 ? 'file was' : 'files were'} not read.`] : []),
  ...(added
    ? [`${added} ${added === 1 ? 'fact waits' : 'facts wait'} for your approval on the Facts page.`]
    : []),
  ...(leftOut ? [`${leftOut} ${leftOut === 1 ? 'fact was' : 'facts were'} left out.`] : []),
  ...(proposed
    ? [
        `${proposed} ${proposed === 1 ? 'lesson waits' : 'lessons wait'} for your approval on the Lessons page.`,
      ]
    : []),
  ...(known ? [`${known} ${known === 1 ? 'lesson was' : 'lessons were'} already here.`] : []),
  ...(refused ? [`${refused} ${refused === 1 ? 'lesson was' : 'lessons were'} left out.`] : []),
]
