import { join, type Sql, sqltag } from '@prisma/client/runtime/client'

/** Conditions for `strategyIds`. */
export const idIn = (ids: readonly string[]): Sql =>
  ids.length ? sqltag`s."id" IN (${join([...ids])})` : sqltag`1 = 0`
