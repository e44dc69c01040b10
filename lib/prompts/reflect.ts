import { z } from 'zod'
import { SLUG, strategyTagSchema } from '@/lib/shared/learning/strategies'
import { foreignText } from '@/lib/shared/text'
import { build as fence } from './fence'
import {
  IS_DATA,
  type StrategyInput,
  strategySection,
  type TrajectoryInput,
  trajectorySections,
} from './trajectory'

export const version = 'reflect-2'
export const name = 'reflection'
export const schema = z.object({
  reasoning: foreignText(2_000),
  error_identification: foreignText(1_000),
  root_cause_analysis: foreignText(1_000),
  correct_approach: foreignText(1_000),
  key_insight: foreignText(500),
  bullet_tags: z.array(z.object({ id: z.string().regex(SLUG), tag: strategyTagSchema })).max(30),
})
export type ReflectionOutput = z.infer<typeof schema>

export type Input = {
  turn: TrajectoryInput
  verdict: { label: 'success' | 'failure' | 'unknown'; reasons: readonly string[] }
  /** The strategies that the answer cited. */
  cited: readonly StrategyInput[]
}

/** One call that says why a turn went as it did and which of its strategies helped. */
export const build = ({ turn, verdict, cited }: Input): { system: string; user: string } => ({
  system: `Say why this turn went as it did. It was judged: ${verdict.label}. ${IS_DATA}

- reasoning: what happened, step by step, briefly.
- error_identification: what went wrong, or "none". root_cause_analysis: why, or "none".
- correct_approach: what should be done next time.
- key_insight: the one thing to remember, in a sentence.
- bullet_tags: for every id in the section "cited", and for no other: "helpful" if following it helped, "harmful" if it led astray, "neutral" if it made no difference. Nothing cited: [].

No URLs, ids of turns, names of people or private details.`,
  user: fence([
    ...trajectorySections(turn),
    {
      name: 'verdict',
      note: '',
      items: [{ attributes: { label: verdict.label }, text: verdict.reasons.join('\n') }],
    },
    ...strategySection('cited', 'The strategies that the answer cited.', cited),
  ]),
})
