import type { ImportReport } from './transfer'

/** What the report says about the archive of an import. */
export const archiveWords = ({ others = 0 }: Pick<ImportReport, 'others'>): string[] =>
  others ? [`${others} other ${others === 1 ? 'file in it was' : 'files in it were'} not read.`] : []
