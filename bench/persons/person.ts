import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { depthSchema } from '@/lib/shared/turn/depth'
import { dataPath } from '../data'

const text = z.string().min(1)
const factSchema = z.object({
  subject: text,
  predicate: text,
  object: text,
  /** The value that this one takes the place of. */
  replaces: text.optional(),
  validFrom: text.optional(),
})
const turnSchema = z.object({
  conversation: text,
  at: z.iso.datetime(),
  user: text,
  answer: text,
  facts: z.array(factSchema),
  /** What the model says when it is asked how deep to go; by default what the heuristic guesses. */
  depth: depthSchema.optional(),
})
const questionSchema = z.object({
  /** `new` = a fresh one. */
  conversation: text,
  at: z.iso.datetime(),
  ask: text,
  /** What a prompt must contain for a right answer: one text of each inner list. Empty = it was never said. */
  needs: z.array(z.array(text).min(1)),
  current: text.optional(),
  outdated: z.array(text).default([]),
})
const byTime = <T extends { at: string }>(all: T[]) =>
  all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
const personSchema = z.object({
  person: text,
  timeZone: text,
  turns: z.array(turnSchema).transform(byTime),
  questions: z.array(questionSchema).transform(byTime),
})

export type PersonFact = z.infer<typeof factSchema>
export type PersonTurn = z.infer<typeof turnSchema>
export type PersonQuestion = z.infer<typeof questionSchema>
/** A month of a made-up person. The texts of a `sealed` one are not shown, so that nothing is tuned on them. */
export type Person = z.infer<typeof personSchema> & { sealed: boolean }

/** @throws Error with a sentence for the user if the file cannot be read. */
export function readPerson(file: string): Person {
  const name = path.basename(file, '.json')
  const sealed = name.startsWith('sealed-')
  try {
    const person = personSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { ...person, sealed, person: sealed ? name : person.person }
  } catch (error) {
    const reason = sealed ? '' : `: ${(error as Error).message.slice(0, 300)}`
    throw new Error(`${file} is not a person's month${reason}`)
  }
}

const OWN = path.join(process.cwd(), 'bench', 'persons', 'data')
const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => path.join(folder, name))
    : []

export const sharedPersons = (): Person[] => filesIn(dataPath('persons')).map(readPerson)
export const ownPersons = (): Person[] => filesIn(OWN).map(readPerson)
