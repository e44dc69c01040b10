export type Cell = string | number | null
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
  /** Of `evidence`: without recall data; a line for each question; also for sealed persons; whole prompts. */
  personsOnly?: boolean
  prompts?: boolean
  sealed?: boolean
  dump?: string | null
  say(line: string): void
}
export type Bench = { name: string; about: string; run(options: BenchOptions): Promise<Report> }

export const met = ({ value, limit, atLeast }: Goal) => (atLeast ? value >= limit : value <= limit)

export const atMost = (goal: string, value: number, limit: number, unit: string): Goal => ({
  ...{ goal, value, limit, unit },
})
export const atLeast = (goal: string, value: number, limit: number, unit: string): Goal => ({
  ...{ goal, value, limit, unit, atLeast: true },
})
