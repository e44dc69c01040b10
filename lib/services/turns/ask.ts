import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@/lib/db/engine/client'
import { isLearning, strategiesOfTurn } from '@/lib/db/learning/uses/turn-uses'
import { verdictOf } from '@/lib/db/learning/verdicts'
import { citedTurns } from '@/lib/db/turns/citations'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { getTurn, keptTurn } from '@/lib/db/turns/turns'
import { turnEvents } from '@/lib/runtime/follow'
import { loadSettings, overridesOf } from '@/lib/settings/layers'
import { isSettled, type StepDto } from '@/lib/shared/dto'
import { readOptions, type StartTurnInput } from '@/lib/shared/schemas'
import type { TurnEvent } from '@/lib/shared/turn/events'
import type { TurnResult } from '@/lib/shared/turn/turn-result'
import type { Caller } from '../caller'
import { redactOf } from './trajectory'
import { acceptMessage, stopTurn } from './turns'

/** Learning is waited for, which is one call to judge and one for lessons; then all other jobs. */
const LEARN_MS = 90_000
const OTHERS_MS = 5_000
const POLL_MS = 100

/** `signal` stops the turn. `onEvent` receives null before another attempt. */
export type Watch = { signal: AbortSignal; onEvent(event: TurnEvent | null): void }

/** Also waits for what is learned; if that takes too long, the next process continues it. */
export async function ask(caller: Caller, input: StartTurnInput, { signal, onEvent }: Watch) {
  const turnId = await runToEnd(caller, input, { signal, onEvent })
  if (!signal.aborted) await learned(caller, turnId, signal)
  return turnResult(caller.db, caller.ownerId, turnId)
}

/** Sends a message and waits for the turn. `outside` = the origin of the program that sends it. @returns its id. */
export async function runToEnd(
  caller: Caller,
  input: StartTurnInput,
  { signal, onEvent }: Watch,
  outside?: string,
): Promise<string> {
  const { db, ownerId } = caller
  const turn = await acceptMessage(caller, input, outside)
  const stop = () => void stopTurn(caller, turn.id).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  for (let again = false; !isSettled((await getTurn(db, ownerId, turn.id)).status); again = true) {
    if (again) onEvent(null)
    for await (const event of turnEvents(caller.follow, ownerId, turn.id, NEVER)) onEvent(event)
  }
  await caller.runner.settled(turn.id)
  return turn.id
}
const NEVER = new AbortController().signal

/** Waits until the turn's jobs are done, then a moment for others, such as its title. */
async function learned({ db, ownerId, jobs, runtime }: Caller, turnId: string, signal: AbortSignal) {
  const until = runtime.now().getTime() + LEARN_MS
  while (!signal.aborted && (await isLearning(db, ownerId, turnId))) {
    if (runtime.now().getTime() > until) return
    await Promise.all([Promise.race([jobs.tick(), sleep(POLL_MS)]), sleep(POLL_MS)])
  }
  if (!signal.aborted) await Promise.race([jobs.tick(), sleep(OTHERS_MS, null, { ref: false })])
}

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
