import { createUIMessageStream } from 'ai'
import type { Db } from '@/lib/db/engine/client'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { findTurn } from '@/lib/db/turns/turns'
import { isSettled } from '@/lib/shared/dto'
import { type Frame, joinedEvents, type TurnEvent } from '@/lib/shared/turn/events'
import { chunksOf, type LiveChunk, type LiveMessage } from '@/lib/shared/turn/stream'
import type { Position, RemoteTurns } from './remote-turns'
import type { Runner } from './runner'
import type { TurnLog } from './turn-log'

export type Follow = { db: Db; runner: Runner; remote: RemoteTurns }

/**
 * A turn as the AI SDK's stream: what has happened so far, then what happens. Its last part is the stored
 * turn. It ends without one if the turn could not be saved, and early if another attempt begins, `signal`
 * aborts or the turn is deleted.
 */
export function turnStream(
  follow: Follow,
  ownerId: string,
  turnId: string,
  signal: AbortSignal,
): ReadableStream<LiveChunk> {
  return createUIMessageStream<LiveMessage>({
    execute: async ({ writer }) => {
      const events = turnEvents(follow, ownerId, turnId, signal)
      for await (const chunk of chunksOf(turnId, events)) writer.write(chunk)
      const turn = signal.aborted ? null : await findTurn(follow.db, ownerId, turnId)
      if (!turn || !isSettled(turn.status)) return
      for (const data of await turnDtos(follow.db, ownerId, [turn])) writer.write({ type: 'data-turn', data })
      writer.write({ type: 'finish' })
    },
    onError: () => 'The connection was lost.',
  })
}

/**
 * The events of one attempt from its beginning: from this process's log if the turn runs here, else from the
 * event log in the database. A queued turn is waited for. It ends after the turn's last event, or early as `turnStream`
 * does.
 */
export async function* turnEvents(
  { runner, remote }: Follow,
  ownerId: string,
  turnId: string,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  let at: Position = { attempt: 0, seq: 0 }
  const isOther = (attempt: number) => at.attempt > 0 && at.attempt !== attempt
  function* take(frames: Frame[]) {
    at = frames.at(-1) ?? at
    yield* joinedEvents(frames.map(({ event }) => event))
  }
  let isOver = false
  while (!signal.aborted && !isOver) {
    const entry = runner.entry(turnId)
    if (entry?.turn.ownerId === ownerId && !entry.log.lost) {
      if (isOther(entry.lease.attempt)) return
      for await (const frames of localFrames(entry.log, at.seq, signal)) yield* take(frames)
      isOver = entry.log.closed && !entry.log.lost
    } else {
      const { turn, frames } = await remote.next(ownerId, turnId, at)
      if (!turn || (turn.status === 'running' && isOther(turn.attempt))) return
      yield* take(frames)
      isOver = isSettled(turn.status)
    }
  }
}

/** The frames after a seq in batches, until the log ends or `signal` aborts. */
async function* localFrames(log: TurnLog, after: number, signal: AbortSignal): AsyncGenerator<Frame[]> {
  let waiting: Frame[] = []
  let isOver = false
  let wake = () => {}
  const push = (frame: Frame | null) => {
    if (frame) waiting.push(frame)
    else isOver = true
    wake()
  }
  const onAbort = () => push(null)
  const unread = log.read(after, push)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    while (!signal.aborted && (waiting.length > 0 || !isOver)) {
      const frames = waiting
      waiting = []
      if (frames.length > 0) yield frames
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    unread()
    signal.removeEventListener('abort', onAbort)
  }
}
