import Database from 'better-sqlite3'
import { type Counts, zero } from './openai-types'
import { folderOf } from './servers'

export type StepRow = {
  turnId: string
  phase: string
  attempt: number
  index: number
  inputTokens: number | null
  cachedTokens: number | null
  outputTokens: number | null
  reasoningTokens: number | null
  estInputTokens: number
  estOutputTokens: number
}
export type TurnRow = {
  id: string
  number: number
  status: string
  userText: string
  answer: string
  attempt: number
}

/** The database file of a test server, to change what no page can. The caller closes it. */
export function openToWrite(port: number) {
  const db = new Database(`${folderOf(port)}/mneme.db`)
  db.pragma('busy_timeout = 10000')
  return db
}

/** Reads the database file of a test server (a port or a path), to check its pages independently. */
export function openLedger(of: number | string) {
  const db = new Database(typeof of === 'number' ? `${folderOf(of)}/mneme.db` : of, { readonly: true })
  return {
    steps: (conversationId: string) =>
      db
        .prepare(
          'SELECT s.* FROM "Step" s JOIN "Turn" t ON t.id = s.turnId WHERE t.conversationId = ? ORDER BY s.startedAt',
        )
        .all(conversationId) as StepRow[],
    turns: (conversationId: string) =>
      db
        .prepare('SELECT * FROM "Turn" WHERE conversationId = ? ORDER BY number, createdAt')
        .all(conversationId) as TurnRow[],
    /** Prompt tokens by section; those of memory's own calls together. */
    sections: (conversationId: string) =>
      db
        .prepare(
          `SELECT CASE WHEN s.phase IN ('think', 'act') THEN l.section ELSE 'upkeep' END AS section,
             SUM(l.tokens) AS tokens
           FROM "LedgerSection" l JOIN "Step" s ON s.id = l.stepId JOIN "Turn" t ON t.id = l.turnId
           WHERE t.conversationId = ? GROUP BY 1`,
        )
        .all(conversationId) as { section: string; tokens: number }[],
    /** The event log of a conversation's turns as text. */
    log: (conversationId: string) =>
      (
        db
          .prepare('SELECT e.data FROM "Event" e JOIN "Turn" t ON t.id = e.turnId WHERE t.conversationId = ?')
          .all(conversationId) as { data: string }[]
      )
        .map((row) => row.data)
        .join('\n'),
    close: () => db.close(),
  }
}

export const sumOf = (steps: StepRow[]): Counts =>
  steps.reduce(
    (sum, step) => ({
      inputTokens: sum.inputTokens + (step.inputTokens ?? 0),
      cachedTokens: sum.cachedTokens + (step.cachedTokens ?? 0),
      outputTokens: sum.outputTokens + (step.outputTokens ?? 0),
      reasoningTokens: sum.reasoningTokens + (step.reasoningTokens ?? 0),
    }),
    zero(),
  )
