import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { LABELS, type Label } from '@/lib/shared/turn/depth'
import { dataPath, jsonLines } from '../data'

const OWN = 'bench/classifier/data'
const SHARED = dataPath('complexity')
const ownSchema = z.object({
  text: z.string(),
  label: z.enum(LABELS),
  kind: z.string().default(''),
  before: z.array(z.string()).optional(),
  deep: z.boolean().optional(),
})
const labelSchema = ownSchema.pick({ text: true, label: true })
const taskSchema = z.object({ text: z.string(), task: z.string() })
/** Families of tasks with one fact as their answer; the others take several steps. */
const LOOK_UPS = /trivia_qa|natural_qa|commonsense_qa|openbook_qa|arc_challenge|mmlu/

export type Labelled = {
  text: string
  before: string
  label: Label
  /** What kind of message it is, in our own sets; the task of the shared tasks. */
  kind: string
  deep: boolean
  set: string
  weight: number
}

const rowsOf = <T>(file: string, schema: z.ZodType<T>): T[] =>
  existsSync(file) ? jsonLines(file, schema) : []

/** A set of our own, written and labelled by hand: `train`, `held` or `seed`. */
export const ownSet = (set: string, weight = 1): Labelled[] =>
  jsonLines(`${OWN}/${set}.jsonl`, ownSchema).map(({ before = [], deep = false, ...rest }) => ({
    ...{ ...rest, before: before.at(-1) ?? '', deep, set, weight },
  }))
/** `labelled` or `tasks` of the shared data; empty where that is absent. */
export function sharedSet(set: 'labelled' | 'tasks', weight = 1): Labelled[] {
  const file = path.join(SHARED, `${set}-dev.jsonl`)
  const common = { before: '', kind: '', deep: false, set, weight }
  if (set === 'labelled') return rowsOf(file, labelSchema).map((row) => ({ ...common, ...row }))
  return rowsOf(file, taskSchema).map(({ text, task }) => ({
    ...{ ...common, kind: task, text },
    label: LOOK_UPS.test(task) ? 'MODERATE' : 'COMPLEX',
  }))
}

export const trainingSets = (): Labelled[] => [
  ...ownSet('train'),
  ...ownSet('seed', 5).filter(({ text }) => !text.startsWith('!')),
  ...sharedSet('labelled'),
  ...sharedSet('tasks', 0.65),
]
