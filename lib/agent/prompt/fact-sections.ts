import { factItems } from '@/lib/memory/facts/fact-items'
import { profileOf } from '@/lib/memory/facts/profile'
import type { Fact } from '@/lib/memory/facts/timeline'
import type { Scene } from '@/lib/memory/recall/recall-query'
import type { TurnState } from '../turn-state'
import type { Candidate } from './fit'
import { DROP } from './plan'

/** The facts about what the message names, then those that replaced what the prompt shows. */
const shownFacts = ({ facts, replacements, passages, windowTurns }: TurnState): Fact[] => [
  ...new Set([
    ...facts,
    ...[...passages, ...windowTurns].flatMap(({ turnId }) => replacements.get(turnId) ?? []),
  ]),
]

/**
 * The profile, and the facts of this message that are not in it. The built-in engine answers in the person's
 * words, which a profile leaves out, so it gets none.
 */
export function factSections(
  state: TurnState,
  scene: Scene,
  sees: boolean,
  isSimple: boolean,
): Record<'profile' | 'facts', Candidate[]> {
  const profile = sees ? profileOf(state.known, state.zone, state.deps.countTokens, isSimple) : []
  const inProfile = new Set(profile.map(({ fact }) => fact))
  const facts = factItems(
    shownFacts(state).filter((fact) => !inProfile.has(fact)),
    scene,
  )
  const candidate = ({ item, sources }: Pick<Candidate, 'item' | 'sources'>, i: number): Candidate => ({
    ...{ item, sources: sources ?? [], keep: -i, order: i, whole: true, dropStage: DROP.summaries },
  })
  return {
    profile: profile.map((line, i) => ({ ...candidate(line, i), dropStage: DROP.never })),
    facts: facts.map(candidate),
  }
}
