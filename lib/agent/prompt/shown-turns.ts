import type { Source } from '@/lib/shared/memory/source'

/** What a turn's prompts have shown and its answer may cite, in order of the latest showing. */
export type ShownTurns = { turns: Set<string>; summaries: Set<string>; strategies: Set<string> }
export const noTurns = (): ShownTurns => ({
  turns: new Set(),
  summaries: new Set(),
  strategies: new Set(),
})

/** Notes what a prompt quotes. */
export function showTurns(shown: ShownTurns, sources: readonly Source[]) {
  for (const source of sources) {
    if (source.kind !== 'turn' && source.kind !== 'summary' && source.kind !== 'strategy') continue
    const ids = { turn: shown.turns, summary: shown.summaries, strategy: shown.strategies }[source.kind]
    ids.delete(source.id)
    ids.add(source.id)
  }
}
