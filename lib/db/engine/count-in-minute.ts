import { raw, sqltag } from '@prisma/client/runtime/client'
import type { Db } from './client'

/** The column that counts, by table. */
const COLUMNS = { AccessToken: 'calls', User: 'messages' } as const

/**
 * Counts one more for a row in its minute (since 1970), for all processes. A process whose clock is behind counts in
 * the minute that others are in. @returns the count of that minute.
 */
export async function countInMinute(db: Db, table: keyof typeof COLUMNS, id: string, minute: number) {
  const column = raw(`"${COLUMNS[table]}"`)
  const rows = await db.$queryRaw<{ count: number }[]>(sqltag`
    UPDATE ${raw(`"${table}"`)} SET
      ${column} = CASE WHEN "minute" >= ${minute} THEN ${column} + 1 ELSE 1 END,
      "minute" = CASE WHEN "minute" >= ${minute} THEN "minute" ELSE ${minute} END
    WHERE "id" = ${id} RETURNING ${column} AS "count"`)
  return Number(rows[0]?.count ?? 0)
}
