import type { ConversationPage, TurnDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import type { LiveChunk } from '@/lib/shared/turn/stream'
import type { ChatApi } from './api'
import { aPage, aTurn } from './testing-fixtures'

const ok = <T>(value: T): Result<T> => ({ ok: true, value })

/**
 * A server for tests of the conversation store. Streams stay open until `settle`; rows are set by the test.
 */
export function fakeApi(rows: TurnDto[] = []) {
  const turns = new Map(rows.map((turn) => [turn.id, turn]))
  const streams = new Map<string, ReadableStreamDefaultController<LiveChunk>>()
  const calls: [string, unknown][] = []
  let refuse: Failure | null = null
  let page: Partial<ConversationPage> = {}

  const open = (turnId: string) =>
    new ReadableStream<LiveChunk>({ start: (out) => void streams.set(turnId, out) })
  const current = () =>
    aPage(
      [...turns.values()].filter((turn) => turn.status !== 'queued'),
      page,
    )
  const call = <T>(name: string, input: unknown, answer: () => T): Promise<Result<T>> => {
    calls.push([name, input])
    return Promise.resolve(refuse ? { ok: false, error: refuse } : ok(answer()))
  }
  const put = (turn: TurnDto) => {
    turns.set(turn.id, turn)
    return turn
  }
  const sibling = (turnId: string, newTurnId: string, text?: string) => {
    const old = turns.get(turnId)
    if (!old) throw new Error(`no turn ${turnId}`)
    for (const turn of [...turns.values()]) if (turn.number >= old.number) turns.delete(turn.id)
    return put({
      ...old,
      id: newTurnId,
      status: 'running',
      answer: '',
      userText: text ?? old.userText,
      siblings: [turnId, newTurnId],
    })
  }

  const api: ChatApi = {
    startTurn: (input) =>
      call('startTurn', input, () => {
        const beside = input.besideTurnId ? turns.get(input.besideTurnId) : undefined
        for (const { id, number } of [...turns.values()])
          if (beside && number >= beside.number) turns.delete(id)
        const busy = [...turns.values()].some((turn) => turn.status === 'running')
        const turn = put(
          aTurn({
            id: input.turnId,
            conversationId: input.conversationId,
            number: turns.size + 1,
            status: busy ? 'queued' : 'running',
            userText: input.text,
            options: input.options,
          }),
        )
        return { turn, stream: busy ? null : open(turn.id) }
      }),
    stopTurn: (input) => call('stopTurn', input, () => null),
    retryTurn: (input) =>
      call('retryTurn', input, () =>
        put({ ...(turns.get(input.turnId) as TurnDto), status: 'running', attempt: 2 }),
      ),
    rateAnswer: (input) =>
      call('rateAnswer', input, () =>
        put({
          ...(turns.get(input.turnId) as TurnDto),
          ...(input.feedback ? { feedback: input.feedback } : {}),
        }),
      ),
    editTurn: (input) => call('editTurn', input, () => sibling(input.turnId, input.newTurnId, input.text)),
    regenerateTurn: (input) => call('regenerateTurn', input, () => sibling(input.turnId, input.newTurnId)),
    releaseQueue: (input) => call('releaseQueue', input, () => null),
    editQueued: (input) =>
      call('editQueued', input, () => put({ ...(turns.get(input.turnId) as TurnDto), userText: input.text })),
    discardQueued: (input) => call('discardQueued', input, () => null),
    loadTurns: (input) => call('loadTurns', input, current),
    loadTurn: (input) => call('loadTurn', input, () => turns.get(input.turnId) as TurnDto),
    selectBranch: (input) => call('selectBranch', input, current),
    follow: async (turnId) => {
      calls.push(['follow', turnId])
      return open(turnId)
    },
  }
  return {
    api,
    calls,
    put,
    named: (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input),
    refuseWith: (failure: Failure | null) => {
      refuse = failure
    },
    pageIs: (given: Partial<ConversationPage>) => {
      page = given
    },
    /** Ends a turn: first its row, then its stream. */
    settle: (turnId: string, row: Partial<TurnDto> = {}) => {
      const data = put({ ...(turns.get(turnId) as TurnDto), status: 'completed', answer: 'done', ...row })
      const out = streams.get(turnId)
      out?.enqueue({ type: 'data-turn', data })
      out?.close()
      streams.delete(turnId)
    },
  }
}
