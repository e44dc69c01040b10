import { z } from 'zod'
import { startSample } from '@/lib/services/transfer/sample'
import { jsonLines } from '../data'
import { forEachPerson, MINUTE, present, sayAndWait, UNKNOWN } from './play'

/** The halves that are `held` are not tuned on. */
export const SETS = [
  'dialogues-dev',
  'dialogues-held',
  'everyday-dev',
  'everyday-held',
  'everyday-third',
  'everyday-third-held',
  'everyday-fourth',
  'everyday-fourth-held',
] as const
export const fileOf = (set: (typeof SETS)[number]) => `bench/truth/data/${set}.jsonl`

/**
 * `after` = said just before, in the same conversation; `now` = the words that hold, `old` = words that no
 * longer do, `earlier` = words that may stand as earlier ones, `never` = words that may not occur at all,
 * `says` = what else the answer has to be.
 */
const askSchema = z.strictObject({
  ask: z.string(),
  after: z.string().optional(),
  now: z.union([z.string(), z.array(z.string())]).optional(),
  old: z.array(z.string()).default([]),
  earlier: z.array(z.string()).default([]),
  never: z.array(z.string()).default([]),
  says: z.enum(['yes', 'no', 'unknown', 'cannot', 'unclear', 'forget']).optional(),
})
/** Each list of `said` is one conversation; every question is asked in a new one. `sample` = with the sample. */
const dialogueSchema = z.strictObject({
  sample: z.boolean().default(false),
  topic: z.string(),
  said: z.array(z.array(z.string())),
  asks: z.array(askSchema),
})
export type Dialogue = z.infer<typeof dialogueSchema>
type Ask = Dialogue['asks'][number]
export type Result = { topic: string; ask: string; expected: string; answer: string; right: boolean }

export const dialoguesIn = (file: string): Dialogue[] => jsonLines(file, dialogueSchema)

const SAYS: Record<NonNullable<Ask['says']>, (answer: string) => boolean> = {
  yes: (answer) => /^Yes\b/.test(answer),
  no: (answer) => /^No\b/.test(answer),
  unknown: (answer) => UNKNOWN.test(answer),
  cannot: (answer) => /cannot/.test(answer) && /Settings/.test(answer) && !/Noted/.test(answer),
  unclear: (answer) => /do not know who/.test(answer),
  forget: (answer) => /cannot forget/.test(answer) && /Facts/.test(answer) && !/Noted/.test(answer),
}

/** An outdated value may only stand in a line that also has the current one: "not a nurse but a teacher". */
export function isRightReply({ now = [], old, earlier, never, says }: Ask, answer: string): boolean {
  const has = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase())
  const lines = present(answer).split('\n')
  const words = [now].flat()
  if ((says && !SAYS[says](answer)) || never.some((word) => has(answer, word))) return false
  if (!earlier.every((word) => has(answer, word))) return false
  if (words.length === 0) return says !== undefined
  return (
    !(says === undefined && UNKNOWN.test(answer)) &&
    words.every((word) => lines.some((line) => has(line, word))) &&
    lines.every((line) => words.some((word) => has(line, word)) || !old.some((word) => has(line, word)))
  )
}

export const heldDialogues = (dialogues: readonly Dialogue[]): Promise<Result[]> =>
  forEachPerson(dialogues, async (h, { topic, sample, said, asks }) => {
    const results: Result[] = []
    if (sample) await startSample(h)
    for (const [i, lines] of said.entries())
      for (const line of lines) {
        h.runtime.advance(MINUTE)
        await sayAndWait(h, `${h.ownerId}_said${i}`, line)
      }
    for (const [i, asked] of asks.entries()) {
      h.runtime.advance(MINUTE)
      if (asked.after) await sayAndWait(h, `${h.ownerId}_asked${i}`, asked.after)
      const answer = await sayAndWait(h, `${h.ownerId}_asked${i}`, asked.ask)
      const not = [...asked.old, ...asked.never].map((one) => `not ${one}`)
      const expected = [asked.says, asked.now, not].flat().filter(Boolean)
      results.push({
        ...{ topic, ask: asked.ask, expected: expected.join(', '), answer },
        right: isRightReply(asked, answer),
      })
    }
    return results
  })
