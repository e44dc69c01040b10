type Cell = string | number | null
export type Row = Record<string, Cell>
/** A goal of a bench. `limit` is the maximum, or the minimum with `atLeast`. */
export type Goal = { goal: string; value: number; limit: number; unit: string; atLeast?: boolean }
/** `rows` are written to the JSON file; goals and notes are printed. */
export type Report = { rows: Row[]; goals: Goal[]; notes: string[] }
export type BenchOptions = {
  /** Number of repetitions or units; each bench has its own default. */
  n: number | null
  /** The units whose name has this in it, if the bench supports it. */
  only?: string | null
  /** A file in the bench's own format, instead of generated data. */
  data: string | null
  /** `postgres` = a temporary PostgreSQL server, if the bench supports it. */
  database: 'sqlite' | 'postgres'
  /** Of `load`: how many people chat, on how many servers of one PostgreSQL database. */
  people?: number | null
  processes?: number | null
  /** Of `evidence`: without recall data; a line for each question. */
  personsOnly?: boolean
  prompts?: boolean
  say(line: string): void
}
export type Bench = { name: string; about: string; run(options: BenchOptions): Promise<Report> }

const met = ({ value, limit, atLeast }: Goal) => (atLeast ? value >= limit : value <= limit)

export const atMost = (goal: string, value: number, limit: number, unit: string): Goal => ({
  ...{ goal, value, limit, unit },
})
export const atLeast = (goal: string, value: number, limit: number, unit: string): Goal => ({
  ...{ goal, value, limit, unit, atLeast: true },
})

/** The `p` quantile of the values (nearest rank); NaN without values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Whole numbers from 100, otherwise two decimals. */
export const rounded = (value: number) =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100

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
