import { isGone } from '@/lib/db/engine/errors'
import { limits } from '@/lib/shared/limits'
import { refusalWords } from '@/lib/shared/storage-failure'
import {
  type ImportedConversation,
  type ImportProgress,
  type ImportReport,
  PRODUCTS,
  type TransferFormat,
} from '@/lib/shared/transfer/transfer'
import { FileError, ImportRefusal } from './refusal'

export const KNOWN = `Mneme reads its own exports and lesson files, those of ${Object.values(PRODUCTS).join(', ')}, and lists of messages with role and content.`

type Label = { sourceId: string; title: string }

/** The report of an import, and its progress. */
export class ImportTally {
  readonly report: ImportReport
  readonly progress: ImportProgress

  constructor(
    at: Date,
    private readonly onProgress?: (progress: ImportProgress) => void,
  ) {
    const counts = { added: 0, unchanged: 0, refused: 0, turns: 0 }
    this.report = { at: at.toISOString(), format: null, conversations: [], ...counts }
    this.progress = { bytesRead: 0, bytesTotal: null, conversations: 0, turns: 0, current: null }
  }

  /** @returns false for an error that is not the file's fault and has no words. */
  failed(error: unknown): boolean {
    const words = error instanceof FileError ? error : refusalWords(error)
    if (!words) return false
    const { added } = this.report
    const conversations = added === 1 ? 'conversation was' : 'conversations were'
    const before = added ? `${added} ${conversations} added before that.` : 'Nothing was added.'
    this.report.error = { message: `${words.message} ${before}`, ...(words.hint ? { hint: words.hint } : {}) }
    return true
  }

  tell(change: Partial<ImportProgress>) {
    Object.assign(this.progress, change)
    this.onProgress?.({ ...this.progress })
  }

  async store(
    format: TransferFormat | null,
    label: Label,
    write: () => Promise<ImportedConversation>,
  ): Promise<void> {
    this.tell({ current: label.title || null })
    this.report.format ??= format
    try {
      this.note(await write())
    } catch (error) {
      if (!(error instanceof ImportRefusal) && !isGone(error)) throw error
      this.refuse(
        label,
        error instanceof ImportRefusal ? error.message : 'Writing it took too long, so it was abandoned.',
      )
    }
  }

  refuse = (label: Label, reason: string) =>
    this.note({ ...label, id: null, status: 'refused', reason, turns: 0 })

  private note(one: ImportedConversation) {
    this.report[one.status] += 1
    if (this.report.refused > limits.transfer.refused)
      throw new FileError(
        `Over ${limits.transfer.refused.toLocaleString('en')} of its entries are not conversations in a format that Mneme supports.`,
        KNOWN,
      )
    if (one.status === 'added') this.report.turns += one.turns
    if (this.report[one.status] <= limits.transfer.reported) this.report.conversations.push(one)
    this.tell({ conversations: this.progress.conversations + 1, current: null })
  }
}
