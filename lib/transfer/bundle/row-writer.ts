import type { BlobText } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import type { NewRow } from '@/lib/db/engine/rows'
import {
  dropStaging,
  holdStaging,
  openStaging,
  publishStaging,
  type StagedRows,
  type Staging,
  stageRows,
} from '@/lib/db/transfer/imports'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'

/** One transaction of an import. */
export type RowSink = (rows: StagedRows, blobs: BlobText[], now: Date) => Promise<void>

/** Rows of a conversation that is not visible yet; its place is reserved while it is written. */
function stagingSink(db: Db, staging: Staging): RowSink {
  let heldAt = 0
  return async (rows, blobs, now) => {
    if (now.getTime() - heldAt > limits.transfer.stagingMs / 10) {
      await holdStaging(db, staging, now)
      heldAt = now.getTime()
    }
    await stageRows(db, staging, rows, blobs, now)
  }
}

/** Rows of an import, written in short transactions, or in a single one (`whole`). */
export class RowWriter {
  private rows: StagedRows = {}
  private blobs = new Map<string, BlobText>()
  private count = 0
  private chars = 0

  constructor(
    private readonly sink: RowSink,
    private readonly runtime: Runtime,
    private readonly signal: AbortSignal | undefined,
    private readonly whole = false,
  ) {}

  add(table: keyof StagedRows, ...rows: NewRow[]) {
    const list = this.rows[table]
    if (list) list.push(...rows)
    else this.rows[table] = [...rows]
    this.count += rows.length
    for (const row of rows)
      for (const value of Object.values(row))
        if (typeof value === 'string' || value instanceof Uint8Array) this.chars += value.length
  }

  text(...blobs: BlobText[]) {
    for (const blob of blobs) {
      if (this.blobs.has(blob.hash)) continue
      this.count += 1
      this.chars += blob.text.length
      this.blobs.set(blob.hash, blob)
    }
  }

  /** Writes once enough rows have accumulated. `next` = the most rows until the next call. */
  async pause(next: number): Promise<void> {
    if (
      !this.whole &&
      (this.count + next > limits.runner.transactionRows || this.chars > limits.transfer.transactionChars)
    )
      await this.flush()
  }

  /** @throws the signal's reason if the import was cancelled. */
  async flush(): Promise<void> {
    this.signal?.throwIfAborted()
    const { rows, blobs } = this
    this.rows = {}
    this.blobs = new Map()
    this.count = 0
    this.chars = 0
    await breath()
    await this.sink(rows, [...blobs.values()], this.runtime.now())
    await breath()
  }
}

type Writes = { db: Db; ownerId: string; runtime: Runtime; signal: AbortSignal | undefined }
/** `write` returns the last turn. @returns false if the same import was published meanwhile. */
export async function writeStaged(
  { db, ownerId, runtime, signal }: Writes,
  conversation: Parameters<typeof openStaging>[3],
  importKey: string,
  write: (writer: RowWriter) => Promise<string | null>,
): Promise<boolean> {
  const staging = await openStaging(db, ownerId, runtime.id('trash'), conversation, runtime.now())
  let published = false
  try {
    const activeLeafId = await write(new RowWriter(stagingSink(db, staging), runtime, signal))
    published = await publishStaging(db, staging, { importKey, activeLeafId }, runtime.now())
  } finally {
    // The purge removes what cannot be dropped now.
    if (!published) await dropStaging(db, staging, runtime.now()).catch(() => {})
  }
  return published
}
