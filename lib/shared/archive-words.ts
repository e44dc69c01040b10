import type { ImportReport } from './transfer'

/** What the report says about the archive of an import. */
export const archiveWords = ({
  others = 0,
  missing = 0,
}: Pick<ImportReport, 'others' | 'missing'>): string[] => [
  ...(missing
    ? [
        `${missing} ${missing === 1 ? 'part' : 'parts'} of this export ${missing === 1 ? 'is' : 'are'} missing.`,
      ]
    : []),
  ...(others ? [`${others} other ${others === 1 ? 'file in it was' : 'files in it were'} not read.`] : []),
]
