import type { ShownTurns, TurnState } from '@/lib/agent/turn-state'
import { sourcesOf } from '@/lib/db/forget/derived'
import type { CitationRow } from '@/lib/db/turns/citations'
import { pathLimits } from '@/lib/db/turns/path'
import { type NumberedTurn, numberedTurns } from '@/lib/db/turns/turn-texts'
import type { Source } from '@/lib/shared/memory/source'
import { citationMarks, strategyMarks } from '@/lib/shared/turn/citations'

/** Blanks code, in which marks mean nothing. Positions stay the same. */
export const withoutCode = (text: string) =>
  text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => ' '.repeat(code.length))

type Cited = Pick<TurnState, 'run' | 'deps' | 'shownTurns' | 'strategies'>
/** The marks of an answer that name a turn or a strategy shown in this turn's prompts, in their order. */
export async function citationsOf(state: Cited, answer: string): Promise<CitationRow[]> {
  const prose = withoutCode(answer)
  const rows = [...(await turnCitations(state, prose)), ...strategyCitations(state, prose)]
  return rows.sort((a, b) => a.start - b.start)
}

function strategyCitations({ strategies, shownTurns }: Cited, prose: string): CitationRow[] {
  const rows = [...strategies.playbook, ...strategies.retrieved.map(({ row }) => row)]
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]))
  return strategyMarks(prose).flatMap(({ start, end, slugs }) =>
    slugs.flatMap((slug): CitationRow[] => {
      const refId = ids.get(slug)
      return refId && shownTurns.strategies.has(refId) ? [{ kind: 'strategy', refId, start, end }] : []
    }),
  )
}

/**
 * The marks of an answer that name turns shown in this turn's prompts, with the ids of those turns. Without a
 * conversation, a mark means a turn of this path, else the turn of that number that was shown last.
 */
async function turnCitations({ run, deps, shownTurns }: Cited, prose: string): Promise<CitationRow[]> {
  const { ownerId, number: now, conversationId: here } = run.turn
  const marks = citationMarks(prose).flatMap(({ start, end, turns, conversation }) =>
    turns.map((number) => ({ start, end, number, conversation })),
  )
  if (marks.length === 0) return []
  const shown = [
    ...(await sourcesOf(deps.db, ownerId, 'summary', [...shownTurns.summaries])),
    ...shownTurns.turns,
  ]
  const turns = await numberedTurns(deps.db, ownerId, shown, [...new Set(marks.map(({ number }) => number))])
  const last = pathLimits(run.path)
  const isOnPath = ({ branchId, number }: NumberedTurn) => number < now && number <= (last.get(branchId) ?? 0)
  const cited = ({ number, conversation }: (typeof marks)[number]) => {
    const named = turns.filter((turn) => turn.number === number)
    const own = conversation === null || conversation === here ? named.find(isOnPath) : undefined
    return (
      own ??
      named.findLast((turn) =>
        conversation === null ? shownTurns.turns.has(turn.id) : turn.conversationId === conversation,
      )
    )
  }
  return marks.flatMap((mark) => {
    const turn = cited(mark)
    return turn ? [{ kind: 'turn' as const, refId: turn.id, start: mark.start, end: mark.end }] : []
  })
}

export const noTurns = (): ShownTurns => ({ turns: new Set(), summaries: new Set(), strategies: new Set() })

/** Records what a prompt quotes. */
export function showTurns(shown: ShownTurns, sources: readonly Source[]) {
  for (const source of sources) {
    if (source.kind !== 'turn' && source.kind !== 'summary' && source.kind !== 'strategy') continue
    const ids = { turn: shown.turns, summary: shown.summaries, strategy: shown.strategies }[source.kind]
    ids.delete(source.id)
    ids.add(source.id)
  }
}
