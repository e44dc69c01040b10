import type { ImportReport } from './transfer'

type NamedFiles = NonNullable<ImportReport['odd']>
const listOf = ({ count, names }: NamedFiles) =>
  `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`

/** What the report says about the archive of an import, one sentence each. */
export const archiveWords = ({
  others = 0,
  odd,
  missing,
}: Pick<ImportReport, 'others' | 'odd' | 'missing'>): string[] => [
  ...(missing
    ? [
        `${missing.count === 1 ? 'A part' : `${missing.count} parts`} of this export ${missing.count === 1 ? 'is' : 'are'} missing, with the conversations in ${missing.count === 1 ? 'it' : 'them'}: ${listOf(missing)}. Download the export again, and import it as it is.`,
      ]
    : []),
  ...(others ? [`${others} other ${others === 1 ? 'file in it was' : 'files in it were'} not read.`] : []),
  ...(odd
    ? [
        `${odd.count} ${odd.count === 1 ? 'file in it has an impossible name and was' : 'files in it have impossible names and were'} not read: ${listOf(odd)}.`,
      ]
    : []),
]
