import type { ImportReport } from './transfer'

type NamedFiles = NonNullable<ImportReport['odd']>
const listOf = ({ count, names }: NamedFiles) =>
  `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`

/** What the report says about the archive of an import, one sentence each. */
export function archiveWords({ others = 0, odd, missing }: Pick<ImportReport, 'others' | 'odd' | 'missing'>) {
  const sentences: string[] = []
  if (missing) {
    const [parts, are, them] =
      missing.count === 1 ? ['A part', 'is', 'it'] : [`${missing.count} parts`, 'are', 'them']
    sentences.push(
      `${parts} of this export ${are} missing, with the conversations in ${them}: ${listOf(missing)}. Download the export again, and import it as it is.`,
    )
  }
  if (others)
    sentences.push(`${others} other ${others === 1 ? 'file in it was' : 'files in it were'} not read.`)
  if (odd) {
    const files =
      odd.count === 1
        ? 'file in it has an impossible name and was'
        : 'files in it have impossible names and were'
    sentences.push(`${odd.count} ${files} not read: ${listOf(odd)}.`)
  }
  return sentences
}
