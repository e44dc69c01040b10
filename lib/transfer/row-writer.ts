import type { BlobText } from '@/lib/db/blobs'
import type { Db } from '@/lib/db/client'
import { holdStaging, type StagedRows, type Staging, stageRows } from '@/lib/db/imports'
import type { NewRow } from '@/lib/db/insert'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'

/** SQLite answers without giving way: others get their turn here. */
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Rows of an import, written in transactions of at most `limits.runner.transactionRows`. */
export class RowWriter {
  private rows: StagedRows = {}
  private blobs = new Map<string, BlobText>()
  private count = 0
  private chars = 0
  private heldAt = 0

  constructor(
    private readonly db: Db,
    private readonly staging: Staging,
    private readonly runtime: Runtime,
    private readonly signal?: AbortSignal,
  ) {}

  add(table: keyof StagedRows, ...rows: NewRow[]) {
    const list = this.rows[table]
    if (list) list.push(...rows)
    else this.rows[table] = [...rows]
    this.count += rows.length
    for (const row of rows) for (const value of Object.values(row)) if (typeof value === 'string') this.chars += value.length
  }

  text(...blobs: BlobText[]) {
    for (const blob of blobs) {
      if (this.blobs.has(blob.hash)) continue
      this.count += 1
      this.chars += blob.text.length
      this.blobs.set(blob.hash, blob)
    }
  }

  /** Between two things that belong together: writes when enough has come together. `next` = rows that come at most until the next call. */
  async pause(next: number): Promise<void> {
    if (this.count + next > limits.runner.transactionRows || this.chars > limits.transfer.transactionChars) await this.flush()
  }

  /** @throws the signal's reason when the import was cancelled. */
  async flush(): Promise<void> {
    this.signal?.throwIfAborted()
    const { rows, blobs } = this
    this.rows = {}
    this.blobs = new Map()
    this.count = 0
    this.chars = 0
    const now = this.runtime.now()
    if (now.getTime() - this.heldAt > limits.transfer.stagingMs / 10) {
      await holdStaging(this.db, this.staging, now)
      this.heldAt = now.getTime()
    }
    await stageRows(this.db, this.staging, rows, [...blobs.values()], now)
    await breath()
  }
}
