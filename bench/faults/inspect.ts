import Database from 'better-sqlite3'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import type { TurnEvent } from '@/lib/shared/turn/events'
import { answerIn, foldEvents } from '@/lib/shared/turn/live'

/** What is wrong with a database after a kill, each fault with the affected ids. */
export type Findings = {
  lost: string[]
  duplicate: string[]
  half: string[]
  unmarked: string[]
  damaged: string[]
}
type TurnRow = {
  id: string
  clientMessageId: string
  status: string
  attempt: number
  answer: string
  branchId: string
  number: number
  activeKey: string | null
  leaseOwner: string | null
}
type Rows<T> = { all(...args: unknown[]): T[] }

const SETTLED = new Set(['completed', 'stopped', 'failed', 'interrupted'])

/**
 * Checks every turn: acknowledged ones exist once; settled ones have their answer, context, summary and last
 * frame; running ones belong to the process that was killed last.
 */
export function inspect(file: string, acknowledged: Set<string>, lastInstance: string | null): Findings {
  const db = new Database(file)
  const found: Findings = { lost: [], duplicate: [], half: [], unmarked: [], damaged: [] }
  try {
    const all = <T>(sql: string) => db.prepare(sql) as unknown as Rows<T>
    const turns = all<TurnRow>('SELECT * FROM "Turn" ORDER BY "branchId", "number"').all()
    const counts = new Map<string, number>()
    for (const turn of turns) counts.set(turn.clientMessageId, (counts.get(turn.clientMessageId) ?? 0) + 1)
    for (const id of acknowledged) if (!counts.has(id)) found.lost.push(id)
    for (const [id, count] of counts) if (count > 1) found.duplicate.push(id)

    const steps = all<StepDto>(
      `SELECT "phase", "text" FROM "Step" WHERE "turnId" = ? AND "attempt" = ? AND "phase" IN ('think', 'act') ORDER BY "index"`,
    )
    const events = all<{ data: string }>(
      'SELECT "data" FROM "Event" WHERE "turnId" = ? AND "attempt" = ? ORDER BY "seq"',
    )
    const context = all<{ n: number }>('SELECT count(*) AS n FROM "Context" WHERE "turnId" = ?')
    const summary = all<{ n: number }>(
      'SELECT count(*) AS n FROM "Summary" WHERE "branchId" = ? AND "level" = 0 AND "fromNumber" = ?',
    )
    for (const [i, turn] of turns.entries()) {
      const before = turns[i - 1]
      if (turn.number !== (before?.branchId === turn.branchId ? before.number + 1 : 1))
        found.half.push(`${turn.id}: a gap before number ${turn.number}`)
      if (
        turn.status === 'running' &&
        (!turn.activeKey || (lastInstance !== null && turn.leaseOwner !== lastInstance))
      )
        found.unmarked.push(turn.id)
      if (!SETTLED.has(turn.status)) continue
      const log = events.all(turn.id, turn.attempt).map((row) => JSON.parse(row.data) as TurnEvent)
      const shown = foldEvents({ steps: [] as StepDto[], answer: '' } as unknown as TurnDto, log)
      const problems = [
        turn.activeKey || turn.leaseOwner ? 'holds a lease' : '',
        context.all(turn.id)[0]?.n === 1 ? '' : 'no context',
        summary.all(turn.branchId, turn.number)[0]?.n === 1 ? '' : 'no summary',
        answerIn(steps.all(turn.id, turn.attempt)) === turn.answer ? '' : 'answer differs from its steps',
        log.at(-1)?.type === turn.status ? '' : `its log ends with ${log.at(-1)?.type}`,
        turn.answer.startsWith(shown.answer)
          ? ''
          : `text that was shown is missing: ${JSON.stringify(shown.answer.slice(-60))} is not the beginning of ${JSON.stringify(turn.answer.slice(-60))} (${shown.answer.length}, ${turn.answer.length})`,
      ]
      for (const problem of problems.filter(Boolean))
        found.half.push(`${turn.id} (${turn.status}): ${problem}`)
    }
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') found.damaged.push('integrity')
    if ((db.pragma('foreign_key_check') as unknown[]).length) found.damaged.push('foreign keys')
    return found
  } finally {
    db.close()
  }
}

export type Totals = {
  turns: number
  partial: number
  retried: number
  repeatedJobs: number
  unfinished: number
  /** Strategies and facts of all turns. */
  learned: number
  /**
   * Turns that do not have exactly one verdict, lesson and fact, apart from the consolidation that a turn may
   * trigger; strategies whose counter differs from its uses.
   */
  miscounted: number
}
/**
 * The final state: turns, interrupted ones with text, jobs run twice, unfinished work, and what was learned.
 */
export function totals(file: string): Totals {
  const db = new Database(file)
  try {
    const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n
    return {
      turns: count('SELECT count(*) AS n FROM "Turn"'),
      partial: count(`SELECT count(*) AS n FROM "Event" WHERE "type" = 'interrupted'`),
      retried: count('SELECT count(*) AS n FROM "Turn" WHERE "attempt" > 1'),
      repeatedJobs: count(
        `SELECT count(*) AS n FROM (SELECT 1 FROM "Step" WHERE "phase" IN ('notes', 'facts') GROUP BY "turnId", "attempt", "phase" HAVING count(*) > 1)`,
      ),
      unfinished:
        count(`SELECT count(*) AS n FROM "Turn" WHERE "status" <> 'completed'`) +
        count(`SELECT count(*) AS n FROM "Job" WHERE "status" <> 'done'`),
      learned: count('SELECT (SELECT count(*) FROM "Strategy") + (SELECT count(*) FROM "Fact") AS n'),
      miscounted:
        count(`SELECT count(*) AS n FROM "Turn" t WHERE t."status" = 'completed' AND NOT (
          (SELECT count(*) FROM "Verdict" v WHERE v."turnId" = t."id") = 1 AND
          (SELECT count(DISTINCT d."groupId") FROM "Delta" d WHERE d."turnId" = t."id"
            AND d."groupId" NOT IN (SELECT "id" FROM "Consolidation")) = 1 AND
          (SELECT count(*) FROM "Delta" d WHERE d."turnId" = t."id" AND d."op" = 'ADD'
            AND json_extract(d."after", '$.kind') = 'principle') = 1 AND
          (SELECT count(*) FROM "Fact" f WHERE f."sourceTurnId" = t."id") = 1)`) +
        count(`SELECT count(*) AS n FROM "Strategy" s WHERE s."helpful" <>
          (SELECT count(*) FROM "StrategyUse" u WHERE u."strategyId" = s."id" AND u."tag" = 'helpful')`),
    }
  } finally {
    db.close()
  }
}
