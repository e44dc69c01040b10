import type { Db } from '@/lib/db/engine/client'
import { isLearning, strategiesOfTurn } from '@/lib/db/learning/uses/turn-uses'
import { verdictOf } from '@/lib/db/learning/verdicts'
import { citedTurns } from '@/lib/db/turns/citations'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { keptTurn } from '@/lib/db/turns/turns'
import { loadSettings, overridesOf } from '@/lib/settings/layers'
import type { StepDto } from '@/lib/shared/dto'
import { readOptions } from '@/lib/shared/schemas'
import type { TurnResult } from '@/lib/shared/turn/turn-result'
import { redactOf } from './trajectory'

const recalledIn = (steps: readonly StepDto[]) => [
  ...new Set(
    steps.flatMap(({ recalls }) => recalls.flatMap(({ hits }) => hits.flatMap((hit) => hit.turnId ?? []))),
  ),
]

/** What came of a turn, without secrets. @throws MnemeError not_found, or conflict if it was forgotten. */
export async function turnResult(db: Db, ownerId: string, turnId: string): Promise<TurnResult> {
  const turn = await keptTurn(db, ownerId, turnId)
  const overrides = overridesOf(readOptions(turn.options))
  const [[dto], cited, strategies, verdict, memoryPending, redact, settings] = await Promise.all([
    turnDtos(db, ownerId, [turn]),
    citedTurns(db, ownerId, turnId),
    strategiesOfTurn(db, ownerId, turnId),
    verdictOf(db, ownerId, turnId),
    isLearning(db, ownerId, turnId),
    redactOf(db, ownerId),
    loadSettings(db, ownerId, turn.conversationId, overrides),
  ])
  const recall = dto?.window?.recall ?? dto?.options.recall
  return {
    success: turn.status === 'completed',
    output: redact(dto?.answer ?? ''),
    duration: turn.startedAt && turn.endedAt ? turn.endedAt.getTime() - turn.startedAt.getTime() : 0,
    memoryEnabled: recall !== 'off' && settings.get('learning.enabled').value,
    memoriesRetrieved: strategies.used.length,
    memoriesUsed: strategies.used,
    turnsRecalled: recalledIn(dto?.steps ?? []),
    turnsCited: cited,
    memoryLearned: strategies.added.length > 0,
    newMemoryIds: strategies.added,
    memoryVerdict: verdict?.label ?? null,
    memoryConfidence: verdict?.confidence ?? null,
    memoryPending,
    turnId,
    conversationId: turn.conversationId,
    ...(dto?.error ? { error: dto.error } : {}),
  }
}
