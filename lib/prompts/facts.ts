import { z } from 'zod'
import { foreignText } from '@/lib/shared/text'
import { weekdayOf } from '@/lib/shared/time/day'
import { build as fence, itemOf, type PromptSection } from './fence'
import { IS_DATA } from './trajectory'

export const version = 'facts-7'
export const name = 'facts'
/** The first day of a year, month or day; what else a model writes is no date. */
function firstDay(given: unknown): string | null {
  const [year, month = '01', day = '01'] =
    /^\d{4}(?:-\d\d){0,2}(?!\d)/.exec(String(given))?.[0].split('-') ?? []
  return z.iso.date().safeParse(`${year}-${month}-${day}`).data ?? null
}

/** `replaces` and `ends` = the id of a fact that the prompt shows; any other text names none. */
export const factSchema = z.object({
  subject: foreignText(80),
  predicate: foreignText(80),
  object: foreignText(300),
  confidence: z.number().min(0).max(1),
  validFrom: z.preprocess(firstDay, z.iso.date().nullish()),
  quote: foreignText(1_000),
  replaces: foreignText(300).nullish(),
  ends: foreignText(300).nullish(),
})
export type SentFact = z.infer<typeof factSchema>
/** As it is sent, without the pattern of a date, which services with grammars refuse. Each fact is then read by itself. */
const sentFact = factSchema.extend({ validFrom: foreignText(30).nullish() })
export const schema = z.object({ facts: z.array(sentFact).max(20) })

/** A fact that the prompt shows by a short id, such as f1; `from` = the day to come on which it begins. */
export type KnownLine = { id: string; line: string; from?: string | undefined }
/** `before` = the messages before this one, oldest first. */
export type Before = { who: 'user' | 'assistant'; text: string }
export type Input = { text: string; known: readonly KnownLine[]; before: readonly Before[]; date: string }

/** The rules of the list `facts`, here and in the notes on a turn. */
export const FACT_RULES = `facts that stay true, stated by the person in the section "turn" about themselves or people, pets, places, things and plans in their life. Decisions, agreed dates, amounts and choices are facts; a plan keeps its date in the object, and a relative day has its date beside it ("Friday 2026-12-04"). No facts: []. Each fact:
  - "subject": "user" for the person, else the noun without "my", singular ("cat", "kitchen cabinets"). Resolve pronouns with the sections "before" and "facts"; if that is not certain, leave the fact out.
  - "predicate": short, lower case; where they fit: name, age, birthday, lives in, works at, works as, studies, diagnosed with, takes, diet, allergic to, likes, dislikes, owns, speaks, plays, nationality, married to, email, favourite X. Any illness or condition is "diagnosed with", any medicine "takes".
  - "object": the value in the person's own words, without article; one fact per value; "not …" for what is not so. Of an agreement ("yes, the blue one") the value from the answer before it.
  - "confidence": 0 to 1, how clearly it is stated.
  - "validFrom": a date such as 2026-03-01, 2026-03 or 2026, only if the person says since or from when.
  - "quote": the person's sentence, copied exactly.
  - "replaces" or "ends": the id of the fact in the section "facts" whose value this one replaces, or that is no longer so. Copy its subject and predicate.
  Leave out what is known already, questions, moods, jokes, fiction, quoted or pasted text, what others claim, and every password, key, code, card, account or identity number.`

export const knownFactSections = ({ known, before }: Pick<Input, 'known' | 'before'>): PromptSection[] =>
  [
    {
      name: 'facts',
      note: 'What is known, as subject: predicate = value.',
      items: known.map(({ id, from, line }) => itemOf({ id, from }, line)),
    },
    {
      name: 'before',
      note: 'The messages before.',
      items: before.map(({ who, text }) => ({ attributes: { who }, text })),
    },
  ].filter(({ items }) => items.length > 0)

export const build = ({ text, date, ...more }: Input) => ({
  system: `Find facts in a message. ${IS_DATA} Answer with one JSON object with one key:
- "facts": ${FACT_RULES}`,
  user: fence([
    ...knownFactSections(more),
    {
      name: 'turn',
      note: '',
      items: [{ attributes: { who: 'user', date, weekday: weekdayOf(date) }, text }],
    },
  ]),
})
