import { z } from 'zod'
import { addOwnersSettings } from '@/lib/db/transfer/bundle-import'
import { bundleRows } from '@/lib/db/transfer/bundle-rows'
import { addFacts, turnsByFileId } from '@/lib/db/transfer/facts'
import { addShared, addStrategies } from '@/lib/db/transfer/strategies'
import { type Definition, definitions, isSettingKey } from '@/lib/settings/definitions'
import {
  STRATEGIES_FILE,
  STRATEGIES_VERSION,
  strategiesFileSchema,
} from '@/lib/shared/learning/strategies-file'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import type { ExportBundle } from './bundle/bundle'
import { EXPORT_FORMAT } from './export'
import { isFields } from './formats/fields'
import type { WriteDeps } from './formats/write-turns'
import { FileError } from './refusal'

/** The entries of a lesson file; null for other documents. @throws FileError for a newer or broken one. */
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

/** The facts and strategies of a Mneme export, which follow its conversations, and those of a shared file. */
export class LearnedImport {
  /** The turns and conversations of the current document, by their ids in it. */
  private readonly turnIds = new Map<string, string>()
  private readonly conversationIds = new Map<string, string>()

  constructor(
    private readonly deps: WriteDeps,
    private readonly report: ImportReport,
  ) {}

  clear() {
    this.turnIds.clear()
    this.conversationIds.clear()
  }

  async note(id: string, { conversation, rows }: ExportBundle): Promise<void> {
    const { db, ownerId } = this.deps
    this.conversationIds.set(conversation.id, id)
    for (const [inFile, here] of await turnsByFileId(db, ownerId, id, rows.turns))
      this.turnIds.set(inFile, here)
  }

  async read({ facts, strategies }: Record<string, unknown>): Promise<void> {
    const { report, turnIds, conversationIds } = this
    const around = { turnIds, conversationIds, own: report.refused === 0 }
    if (Array.isArray(facts)) this.count('facts', await addFacts(this.deps, facts, around))
    if (Array.isArray(strategies) && strategies.length)
      this.count('strategies', await addStrategies(this.deps, strategies, around))
  }

  share = async (strategies: readonly unknown[]) =>
    this.count('strategies', await addShared(this.deps, strategies))

  private count(what: 'facts' | 'strategies', { added, known = 0, leftOut }: Counted) {
    const before: Counted = this.report[what] ?? { added: 0, known: 0, leftOut: 0 }
    const sum = [before.added + added, (before.known ?? 0) + known, before.leftOut + leftOut] as const
    if (what === 'facts') this.report.facts = { added: sum[0], leftOut: sum[2] }
    else this.report.strategies = { added: sum[0], known: sum[1], leftOut: sum[2] }
  }
}
type Counted = NonNullable<ImportReport['strategies']>

const headerSchema = z.object({ format: z.int() })

/** Whether a document begins as a Mneme export. @throws FileError for a newer format. */
export function isMnemeExport(fields: unknown): boolean {
  if (!isFields(fields) || fields.mneme === undefined) return false
  const header = headerSchema.safeParse(fields.mneme)
  if (!header.success || header.data.format > EXPORT_FORMAT)
    throw new FileError('This export is from a newer version of Mneme.', 'Update Mneme and import it again.')
  return true
}

/** Settings that are valid, and only where nothing was set here yet. */
export async function addOwners({ db, ownerId }: WriteDeps, { settings }: Record<string, unknown>) {
  const valid = (Array.isArray(settings) ? settings : []).flatMap((row): [string, unknown][] => {
    const { key, value } = bundleRows.settings.safeParse(row).data ?? {}
    if (key === undefined || !isSettingKey(key)) return []
    const { schema, ownOnly }: Definition = definitions[key]
    const parsed = ownOnly ? null : schema.safeParse(value)
    return parsed?.success ? [[key, parsed.data]] : []
  })
  const own = [...new Map(valid)].map(([key, value]) => ({ key, value }))
  await addOwnersSettings(db, ownerId, own)
}
