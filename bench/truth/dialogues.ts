import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { forEachPerson, MINUTE, present, sayAndWait, UNKNOWN } from './play'

export const HALVES = ['dev', 'held'] as const
export const halfFile = (half: (typeof HALVES)[number]) =>
  path.join(process.cwd(), 'bench', 'truth', 'data', `dialogues-${half}.jsonl`)

/** `now` = the word that holds, `old` = words that no longer do, `says` = what else the answer has to be. */
const askSchema = z.strictObject({
  ask: z.string(),
  now: z.string().optional(),
  old: z.array(z.string()).default([]),
  says: z.enum(['yes', 'no', 'unknown', 'cannot', 'unclear']).optional(),
})
/** Each list of `said` is one conversation; every question is asked in a new one. */
const dialogueSchema = z.strictObject({
  topic: z.string(),
  said: z.array(z.array(z.string())),
  asks: z.array(askSchema),
})
export type Dialogue = z.infer<typeof dialogueSchema>
type Ask = Dialogue['asks'][number]
export type Result = { topic: string; ask: string; expected: string; answer: string; right: boolean }

export const dialoguesIn = (file: string): Dialogue[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => dialogueSchema.parse(JSON.parse(line)))

const SAYS: Record<NonNullable<Ask['says']>, (answer: string) => boolean> = {
  yes: (answer) => /^Yes\b/.test(answer),
  no: (answer) => /^No\b/.test(answer),
  unknown: (answer) => UNKNOWN.test(answer),
  cannot: (answer) => /cannot/.test(answer) && /Settings/.test(answer) && !/Noted/.test(answer),
  unclear: (answer) => /do not know who/.test(answer),
}

/** An outdated value may only stand in a line that also has the current one: "not a nurse but a teacher". */
export function isRightReply({ now, old, says }: Ask, answer: string): boolean {
  const lines = present(answer).toLowerCase().split('\n')
  const has = (line: string, word: string) => line.includes(word.toLowerCase())
  if (says && !SAYS[says](answer)) return false
  if (now === undefined) return true
  return (
    !(says === undefined && UNKNOWN.test(answer)) &&
    lines.some((line) => has(line, now)) &&
    lines.every((line) => has(line, now) || !old.some((word) => has(line, word)))
  )
}

export const heldDialogues = (dialogues: readonly Dialogue[]): Promise<Result[]> =>
  forEachPerson(dialogues, async (h, { topic, said, asks }) => {
    const results: Result[] = []
    for (const [i, lines] of said.entries())
      for (const line of lines) {
        h.runtime.advance(MINUTE)
        await sayAndWait(h, `${h.ownerId}_said${i}`, line)
      }
    for (const [i, asked] of asks.entries()) {
      h.runtime.advance(MINUTE)
      const answer = await sayAndWait(h, `${h.ownerId}_asked${i}`, asked.ask)
      const expected = [asked.says, asked.now, ...asked.old.map((one) => `not ${one}`)].filter(Boolean)
      results.push({
        ...{ topic, ask: asked.ask, expected: expected.join(', '), answer },
        right: isRightReply(asked, answer),
      })
    }
    return results
  })
