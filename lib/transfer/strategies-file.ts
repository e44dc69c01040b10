import {
  STRATEGIES_FILE,
  STRATEGIES_VERSION,
  strategiesFileSchema,
} from '@/lib/shared/learning/strategies-file'
import { isFields } from './formats/fields'
import { FileError } from './refusal'

/**
 * The entries of a file of strategies; null for other documents. @throws FileError for a newer version or a
 * broken file.
 */
export function strategiesIn(document: unknown): unknown[] | null {
  if (!isFields(document) || document.format !== STRATEGIES_FILE) return null
  const file = strategiesFileSchema.safeParse(document).data
  if (!file)
    throw new FileError(
      'This lesson file is damaged: its version or its list of lessons is missing.',
      'Export it again.',
    )
  if (file.version > STRATEGIES_VERSION)
    throw new FileError(
      `This lesson file is from a newer version of Mneme (version ${file.version} of the format).`,
      'Update Mneme and import it again.',
    )
  return file.strategies
}

export const notStrategies = () =>
  new FileError(
    'This is not a lesson file.',
    'Strategy files come from "memories export" or from “Share…” on the Playbook page. Conversations are imported with "import".',
  )
