import { type Db, onSqlite } from './engine/client'
import { Prisma } from './generated/sqlite/client'

const holds = (table: Prisma.ModelName, sqlite: boolean) =>
  sqlite
    ? Object.keys(Prisma[`${table}ScalarFieldEnum`])
        .map((column) => `instr(held."${column}", sought.word) > 0`)
        .join(' OR ')
    : 'position(sought.word in held::text) > 0'

/** Every table with a text anywhere in a row. The database searches: to read all rows takes far longer. */
export async function holding(db: Db, text: string): Promise<string[]> {
  const searches = Object.values(Prisma.ModelName).map(
    (table) =>
      `SELECT '${table}' AS name FROM sought WHERE EXISTS (
        SELECT 1 FROM "${table}" AS held WHERE ${holds(table, onSqlite(db))})`,
  )
  const found = await db.$queryRaw<{ name: string }[]>`
    WITH sought(word) AS (SELECT CAST(${text} AS TEXT)) ${Prisma.raw(searches.join(' UNION ALL '))}`
  return found.map(({ name }) => name)
}
