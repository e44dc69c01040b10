import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Redaction, RedactionType } from '@/lib/heuristics/redact/redact'
import { dataPath } from '../shared-data'

const OWN = path.join(process.cwd(), 'bench', 'redaction', 'data')
const SHARED = dataPath('pii', 'presidio_synth_dataset_v2.json')

/** A text with the places that a redactor should find. */
export type Labelled = { text: string; spans: Redaction[] }

/** The names of Presidio's data; its other kinds are not redacted. */
const TYPES: Record<string, RedactionType> = {
  EMAIL_ADDRESS: 'email',
  PHONE_NUMBER: 'phone',
  CREDIT_CARD: 'card',
  IBAN_CODE: 'iban',
  US_SSN: 'ssn',
  IP_ADDRESS: 'ip',
  STREET_ADDRESS: 'address',
  PERSON: 'name',
}
const presidioSchema = z.array(
  z.object({
    full_text: z.string(),
    spans: z.array(
      z.object({ entity_type: z.string(), start_position: z.number(), end_position: z.number() }),
    ),
  }),
)

/** A file in the form of Presidio's data; null where it is absent. */
export function presidioSet(file: string = SHARED): Labelled[] | null {
  if (!existsSync(file)) return null
  return presidioSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ full_text: text, spans }) => ({
    text,
    spans: spans.flatMap(({ entity_type, start_position: start, end_position: end }) => {
      const type = TYPES[entity_type]
      return type ? [{ type, start, end }] : []
    }),
  }))
}

const keySchema = z.object({ text: z.string(), secret: z.string(), type: z.enum(['key', 'password']) })
const linesOf = (file: string) =>
  readFileSync(path.join(OWN, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** Our own made-up keys and passwords, one a text, which Presidio's data lacks. */
export const keySet = (): Labelled[] =>
  linesOf('keys.jsonl').map((line) => {
    const { text, secret, type } = keySchema.parse(JSON.parse(line))
    const start = text.indexOf(secret)
    if (start < 0) throw new Error(`The secret is not in its text: ${line}`)
    return { text, spans: [{ type, start, end: start + secret.length }] }
  })
/** Plain numbers, dates, versions, hashes and remarks in which nothing may be replaced. */
export const plainSet = () => linesOf('plain.txt')
