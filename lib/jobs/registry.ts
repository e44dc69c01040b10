import type { EndedTurn, TurnJob } from '@/lib/agent/turn-state'
import { consolidation } from './consolidation'
import { distil } from './distil'
import { embed } from './embed'
import { facts } from './facts'
import { importedSummary } from './imported-summary'
import { judge } from './judge'
import type { JobKind } from './kind'
import { reflect } from './reflect'
import { rollUp } from './roll-up'
import { summary } from './summary'
import { title } from './title'
import { topicNames } from './topic-names'
import { topics } from './topics'

/** Every kind of job. */
const KINDS: readonly JobKind[] = [
  summary,
  title,
  facts,
  rollUp,
  embed,
  judge,
  distil,
  reflect,
  consolidation,
  importedSummary,
  topics,
  topicNames,
]

export const jobKind = (name: string): JobKind | undefined => KINDS.find((kind) => kind.name === name)

/** Kinds that run only while nothing else is due. */
export const BACKGROUND = KINDS.filter((kind) => kind.priority === 'background').map((kind) => kind.name)

/** The jobs an ended turn asks for. */
export const jobsAfter = (end: EndedTurn): TurnJob[] =>
  KINDS.flatMap(({ name, after }) => {
    const key = after?.(end) ?? null
    return key === null ? [] : [{ kind: name, key }]
  })
