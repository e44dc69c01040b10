export type Cell = string | number | null
export type Row = Record<string, Cell>
/** A goal of a bench. `limit` is the most allowed, or the least with `atLeast`. */
export type Goal = { goal: string; value: number; limit: number; unit: string; atLeast?: boolean }
/** `rows` go to the JSON file; goals and notes are printed. */
export type Report = { rows: Row[]; goals: Goal[]; notes: string[] }
export type BenchOptions = {
  /** How many repetitions or units; each bench has its own default. */
  n: number | null
  /** A file in the bench's own format, instead of generated data. */
  data: string | null
  /** `postgres` = a throw-away PostgreSQL, if the bench supports one. */
  database: 'sqlite' | 'postgres'
  say(line: string): void
}
export type Bench = { name: string; about: string; run(options: BenchOptions): Promise<Report> }

export const met = ({ value, limit, atLeast }: Goal) => (atLeast ? value >= limit : value <= limit)
