export type Cell = string | number | null
export type Row = Record<string, Cell>
/** What a bench promises. `limit` is the most allowed, or the least with `atLeast`. */
export type Goal = { goal: string; value: number; limit: number; unit: string; atLeast?: boolean }
/** `rows` go to the JSON file; goals and notes are for the reader. */
export type Report = { rows: Row[]; goals: Goal[]; notes: string[] }
export type BenchOptions = {
  /** How often the measured thing is done; each bench has a default of its own. */
  n: number | null
  /** Data of the bench's own format in place of what it generates. */
  data: string | null
  /** `postgres` = a throw-away PostgreSQL where the bench can use one. */
  database: 'sqlite' | 'postgres'
  say(line: string): void
}
export type Bench = { name: string; about: string; run(options: BenchOptions): Promise<Report> }

export const met = ({ value, limit, atLeast }: Goal) => (atLeast ? value >= limit : value <= limit)
