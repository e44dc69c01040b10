import type { Db } from '@/lib/db/engine/client'
import { readLog } from '@/lib/db/turns/events'
import { findTurn } from '@/lib/db/turns/turns'
import { isSettled } from '@/lib/shared/dto'
import { type Frame, isTerminal } from '@/lib/shared/turn/events'
import { ChunkWriter, control, type LiveChunk } from '@/lib/shared/turn/live'
import type { Position, RemoteTurns } from './remote-turns'
import type { Runner } from './runner'

export type Follow = { db: Db; runner: Runner; remote: RemoteTurns }

const parseCursor = (cursor: string | null): Position => {
  const [attempt, seq] = (cursor ?? '0:0').split(':').map(Number)
  return { attempt: attempt ?? 0, seq: seq ?? 0 }
}

/**
 * A turn's frames after a cursor, as chunks, until it is settled: from this process's log if it runs here,
 * else from the event log in the database. Ends with `settled` when the rows are complete. Starts over with
 * `reset` if the cursor's attempt has been replaced.
 */
export async function* followTurn(
  deps: Follow,
  ownerId: string,
  turnId: string,
  cursor: string | null,
  signal: AbortSignal,
): AsyncGenerator<LiveChunk> {
  let writer = new ChunkWriter(turnId)
  let at = parseCursor(cursor)
  let waiting = false
  let first = true
  function* moveTo(attempt: number) {
    if (at.attempt === attempt) return
    if (at.attempt) yield control({ kind: 'reset' })
    at = { attempt, seq: 0 }
    writer = new ChunkWriter(turnId)
  }
  const send = (frame: Frame) => {
    at = { attempt: frame.attempt, seq: frame.seq }
    return writer.write(frame)
  }
  while (!signal.aborted) {
    const entry = deps.runner.entry(turnId)
    if (entry && entry.turn.ownerId === ownerId && !entry.log.lost) {
      yield* moveTo(entry.lease.attempt)
      if (first) prime(writer, entry.log.frames, at)
      for await (const frame of localFrames(entry.log, at.seq, signal)) {
        yield* send(frame)
        if (isTerminal(frame.event)) return
      }
      first = false
      continue
    }
    const { turn, frames } = first
      ? { turn: await findTurn(deps.db, ownerId, turnId), frames: [] }
      : await deps.remote.next(ownerId, turnId, at)
    if (first && turn?.status === 'running' && turn.attempt === at.attempt)
      prime(writer, await readLog(deps.db, turnId, at.attempt, 0), at)
    first = false
    if (!turn) return
    if (turn.status === 'running' || frames.length > 0) {
      yield* moveTo(turn.attempt)
      for (const frame of frames) {
        yield* send(frame)
        if (isTerminal(frame.event)) return
      }
    } else if (isSettled(turn.status)) {
      yield control({ kind: 'settled' })
      return
    } else if (!waiting) {
      waiting = true
      yield control({ kind: 'queued' })
    }
  }
}

/** Replays to a writer what was sent before the cursor, so that it closes the parts opened then. */
function prime(writer: ChunkWriter, frames: Frame[], at: Position) {
  for (const frame of frames) if (frame.attempt === at.attempt && frame.seq <= at.seq) writer.write(frame)
}

type LocalLog = { read(after: number, reader: (frame: Frame | null) => void): () => void }
async function* localFrames(log: LocalLog, after: number, signal: AbortSignal): AsyncGenerator<Frame> {
  const queue: (Frame | null)[] = []
  let wake = () => {}
  const push = (frame: Frame | null) => {
    queue.push(frame)
    wake()
  }
  const onAbort = () => push(null)
  const unread = log.read(after, push)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      const frame = queue.shift()
      if (!frame || signal.aborted) return
      yield frame
    }
  } finally {
    unread()
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Chunks as a stream that ends after `ms` with `handoff`, so that no tab occupies a server action's
 * connection for long.
 */
export function actionStream(
  chunks: AsyncGenerator<LiveChunk>,
  abort: AbortController,
  schedule: (run: () => void, ms: number) => () => void,
  ms: number,
): ReadableStream<LiveChunk> {
  let cursor = '0:0'
  const cancel = schedule(() => abort.abort(), ms)
  return new ReadableStream<LiveChunk>({
    async pull(controller) {
      // A failed database read ends the stream like a timeout: the reader continues from its cursor.
      const { done, value } = await chunks.next().catch(() => {
        abort.abort()
        return { done: true, value: undefined } as const
      })
      if (!done) {
        if (value.type === 'data-control' && value.data.kind === 'cursor') cursor = value.data.cursor
        controller.enqueue(value)
        return
      }
      cancel()
      if (abort.signal.aborted) controller.enqueue(control({ kind: 'handoff', cursor }))
      controller.close()
    },
    async cancel() {
      cancel()
      abort.abort()
      await chunks.return(undefined)
    },
  })
}
