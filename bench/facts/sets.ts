import { z } from 'zod'
import { jsonLines, linesOf } from '../data'

const DATA = 'bench/facts/data'
const factSchema = z.object({ subject: z.string(), predicate: z.string(), object: z.string() })
const messageSchema = z.object({
  text: z.string(),
  before: z.array(z.string()).default([]),
  known: z.array(factSchema).default([]),
  facts: z.array(factSchema),
  kind: z.string(),
})
const secretSchema = z.object({ text: z.string(), secret: z.string() })

export type Labelled = z.infer<typeof messageSchema>

export const SETS = [
  'dev',
  'dev-2',
  'dev-3',
  'held',
  'held-2',
  'blind',
  'blind-2',
  'blind-3',
  'blind-4',
  'blind-5',
  'blind-6',
  'blind-7',
  'blind-8',
  'changes',
] as const
export const labelledSet = (set: (typeof SETS)[number]): Labelled[] =>
  jsonLines(`${DATA}/facts-${set}.jsonl`, messageSchema)
/** Messages with one secret each. */
export const secretSet = () => jsonLines(`${DATA}/secrets.jsonl`, secretSchema)
/** Dates, versions, phone numbers and remarks about passwords: none is a secret. */
export const ordinarySet = () => linesOf(`${DATA}/ordinary.txt`)

export const keyOf = ({ subject, predicate, object }: z.infer<typeof factSchema>) =>
  [subject, predicate, object].map((part) => part.trim().toLowerCase()).join(' | ')
