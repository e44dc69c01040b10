import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isCorrection, isThanks } from '@/lib/heuristics/correction'
import { type Evidence, withRetries } from '@/lib/heuristics/judge'

/** A turn with what happened after it, and the label a reader gave it. */
const trajectorySchema = z.object({
  text: z.string(),
  calls: z.array(z.object({ name: z.string(), ok: z.boolean(), result: z.string() })),
  answer: z.string(),
  followUps: z.array(z.string()),
  status: z.enum(['completed', 'stopped', 'failed']),
  capped: z.boolean(),
  feedback: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  regenerated: z.boolean(),
  label: z.enum(['success', 'failure', 'unknown']),
  why: z.string().min(1),
})
export type Trajectory = z.infer<typeof trajectorySchema>

export const trajectoriesIn = (file: string): Trajectory[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => trajectorySchema.parse(JSON.parse(line)))
export const ownSet = (set: 'dev' | 'held') =>
  trajectoriesIn(path.join(process.cwd(), 'bench', 'judge', 'data', `${set}.jsonl`))

/** What the learning jobs would know of the turn; later messages count for two turns. */
export function evidenceOf({ calls, answer, followUps, ...turn }: Trajectory): Evidence {
  const [next = '', ...later] = followUps.slice(0, 2)
  return {
    ...turn,
    toolResults: withRetries(calls),
    correctingFollowUp: isCorrection(next, answer) || later.some((text) => isCorrection(text)),
    thankingFollowUp: isThanks(next),
  }
}
