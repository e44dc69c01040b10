import { type Goal, met, type Row } from './bench'

/** Rows as a table with a header and right-aligned numbers; '' without rows. */
export function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) =>
    names.map((name) => (row[name] === null || row[name] === undefined ? '-' : String(row[name]))),
  )
  const numeric = names.map((name) => rows.every((row) => typeof row[name] !== 'string'))
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((line) => line[i]?.length ?? 0)))
  const line = (texts: string[]) =>
    texts
      .map((text, i) => (numeric[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return rows.length
    ? [line(names), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
    : ''
}

/** Rows with the same columns share a table, in the order of their first rows. */
export function tables(rows: readonly Row[]): string {
  const columns = (row: Row) => Object.keys(row).join('\n')
  return [...new Set(rows.map(columns))]
    .map((own) => table(rows.filter((row) => columns(row) === own)))
    .join('\n\n')
}

export const goalsTable = (goals: readonly Goal[]) =>
  table(
    goals.map((goal) => ({
      goal: goal.goal,
      measured: goal.value,
      limit: `${goal.atLeast ? '>=' : '<='} ${goal.limit}`,
      unit: goal.unit,
      met: met(goal) ? 'yes' : 'NO',
    })),
  )
