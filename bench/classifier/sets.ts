import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { LABELS, type Label } from '@/lib/shared/turn/depth'
import { dataPath } from '../shared-data'

const OWN = path.join(process.cwd(), 'bench', 'classifier', 'data')
const SHARED = dataPath('complexity')
const ownSchema = z.object({
  text: z.string(),
  label: z.enum(LABELS),
  kind: z.string().default(''),
  before: z.array(z.string()).optional(),
  deep: z.boolean().optional(),
})
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

const linesOf = (file: string): unknown[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line))
    : []

function labelledOf(line: unknown, set: string, weight: number): Labelled {
  const { text, label, kind, before = [], deep = false } = ownSchema.parse(line)
  return { text, before: before.at(-1) ?? '', label, kind, deep, set, weight }
}

/** A set of our own, written and labelled by hand: `train`, `held` or `seed`. */
export const ownSet = (set: string, weight = 1): Labelled[] =>
  linesOf(path.join(OWN, `${set}.jsonl`)).map((line) => labelledOf(line, set, weight))
/** `labelled` or `tasks` of the shared data; empty where that is absent. */
export const sharedSet = (set: 'labelled' | 'tasks', weight = 1): Labelled[] =>
  linesOf(path.join(SHARED, `${set}-dev.jsonl`)).map((line) => {
    const common = { before: '', kind: '', deep: false, set, weight }
    if (set === 'labelled') return { ...common, ...ownSchema.pick({ text: true, label: true }).parse(line) }
    const { text, task } = taskSchema.parse(line)
    return { ...common, kind: task, text, label: LOOK_UPS.test(task) ? 'MODERATE' : 'COMPLEX' }
  })

export const trainingSets = (): Labelled[] => [
  ...ownSet('train'),
  ...ownSet('seed', 5).filter(({ text }) => !text.startsWith('!')),
  ...sharedSet('labelled'),
  ...sharedSet('tasks', 0.65),
]
