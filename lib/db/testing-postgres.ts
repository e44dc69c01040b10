import { type Db, openDb } from './engine/client'

/** One database for a whole suite; `close` ends its server too. */
export type Opened = { db: Db; url: string; close(): Promise<void> }

/** A client of a server whose database is migrated. */
export async function openedOn({ url, stop }: { url: string; stop(): Promise<unknown> }): Promise<Opened> {
  const db = await openDb(url)
  return {
    db,
    url,
    close: async () => {
      await db.$disconnect()
      await stop()
    },
  }
}
