import type { Source } from '@/lib/shared/source'

/** Turns and summaries that a turn's prompts have shown, in order of their latest showing. */
export type ShownTurns = { turns: Set<string>; summaries: Set<string> }
export const noTurns = (): ShownTurns => ({ turns: new Set(), summaries: new Set() })

/** Notes what a prompt quotes. */
export function showTurns(shown: ShownTurns, sources: readonly Source[]) {
  for (const source of sources) {
    if (source.kind !== 'turn' && source.kind !== 'summary') continue
    const ids = source.kind === 'turn' ? shown.turns : shown.summaries
    ids.delete(source.id)
    ids.add(source.id)
  }
}
