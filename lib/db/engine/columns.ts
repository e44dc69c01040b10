import { each, namesIn, type Words } from '@/lib/shared/pick'

/** A Prisma `select` of the columns in `names`, which are separated by blanks. */
export const columns = <Names extends string>(names: Names) => each(names, true as const)

/** Sums and counts of a row as numbers: databases give numbers, bigints or decimals, and null for no rows. */
export const numbers = <Names extends string>(row: Record<Words<Names>, unknown> | undefined, names: Names) =>
  Object.fromEntries(namesIn(names).map((name) => [name, Number(row?.[name] ?? 0)])) as Record<
    Words<Names>,
    number
  >
