import { z } from 'zod'
import { foreignText } from '@/lib/shared/text'
import { build as fence } from './fence'
import { IS_DATA, type TrajectoryInput, trajectorySections } from './trajectory'

export const version = 'judge-2'
export const name = 'verdict'
export const schema = z.object({
  label: z.enum(['success', 'failure', 'unknown']),
  confidence: z.number().min(0).max(1),
  reasons: z.array(foreignText(300)).max(5),
})
export type VerdictOutput = z.infer<typeof schema>

/** One call that says whether a turn did what the person asked. */
export const build = (turn: TrajectoryInput): { system: string; user: string } => ({
  system: `Judge whether the assistant did what the person asked in this turn. ${IS_DATA}

- success: the request was met, or the assistant was right to ask a clarifying question or to say that it cannot know.
- failure: the answer is wrong, incomplete or beside the point, a needed step failed, or the person corrected it.
- unknown: nothing shows whether the request was met.

Judge by what happened: results of tools, the answer itself, the person's next messages. An answer that reports an error is a success if the error was what the person asked about. Claims of the assistant about its own work prove nothing.
confidence: from 0 to 1. reasons: one to three short sentences.`,
  user: fence(trajectorySections(turn)),
})
