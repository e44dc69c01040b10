import { expect, type Page } from '@playwright/test'
import { openToWrite } from './ledger-file'
import { LOCAL_PORT, UNDO_SECONDS } from './servers'

/** Lets the time for Undo pass in a page whose clock is installed. */
export const passUndoTime = (page: Page) => page.clock.fastForward(UNDO_SECONDS * 1_000)

const FORGOTTEN = `SELECT id FROM "Trash" WHERE what LIKE '%' || ?
  UNION SELECT "trashId" FROM "Fact" WHERE object LIKE '%' || ? || '%' AND "trashId" IS NOT NULL`
/** A purge waits for running turns and jobs, those of other tests too. */
const LATE = 45_000
/** Ends the time for Undo of what was forgotten in a conversation, or of facts, and waits for the purge. */
export async function purged(of: string) {
  const db = openToWrite(LOCAL_PORT)
  try {
    const ids = (db.prepare(FORGOTTEN).all(of, of) as { id: string }[]).map(({ id }) => id)
    expect(ids).not.toEqual([])
    for (const id of ids) db.prepare(`UPDATE "Trash" SET "purgeAt" = "createdAt" WHERE id = ?`).run(id)
    const left = db.prepare(`SELECT count(*) FROM "Trash" WHERE id = ? AND what NOT LIKE 'gone %'`).pluck()
    await expect.poll(() => ids.filter((id) => left.get(id)), { timeout: LATE }).toEqual([])
  } finally {
    db.close()
  }
}
