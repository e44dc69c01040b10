import type { EndedTurn, TurnJob } from '@/lib/agent/turn-state'
import { embed } from './embed'
import { importedFacts } from './imported-facts'
import type { JobKind } from './kind'
import { consolidation } from './learning/consolidation'
import { notes } from './notes/notes'
import { importedSummary, rollUp } from './summaries/summary'
import { topicNames } from './topics/topic-names'
import { topics } from './topics/topics'

const KINDS: readonly JobKind[] = [
  notes,
  rollUp,
  embed,
  consolidation,
  importedSummary,
  importedFacts,
  topics,
  topicNames,
]

export const jobKind = (name: string): JobKind | undefined => KINDS.find((kind) => kind.name === name)

/** Kinds that get the places that other due jobs leave. */
export const BACKGROUND = KINDS.filter((kind) => kind.priority === 'background').map((kind) => kind.name)

export const jobsAfter = (end: EndedTurn): TurnJob[] =>
  KINDS.flatMap(({ name, after }) => {
    const key = after?.(end) ?? null
    return key === null ? [] : [{ kind: name, key }]
  })
