import type { TurnDto } from '@/lib/shared/dto'
import type { LiveChunk } from '@/lib/shared/turn/stream'
import type { Row } from '../bench'
import { messageFor } from '../player'
import { type Random, whole } from '../seed/random'
import { madeUpName, message } from '../seed/vocabulary'
import { actionId, callStartTurn, follow, type Person, postAction } from '../server'
import type { Chat } from './users'

const TURN_MS = 120_000
const AGAIN_MS = 200
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Ended = { status: string; interruptions: number; lost: number }

/**
 * Ends each server with SIGTERM and starts it again, one after the other, while everyone chats without a pause. Clients
 * do what the page and a proxy do: they send again or go on reading where a server answers, and retry what was
 * interrupted. `restart` resolves when the server is ready again.
 */
export async function rollingRestart(
  chats: Chat[],
  restarts: (() => Promise<void>)[],
  random: Random,
): Promise<{ rows: Row[]; errors: string[] }> {
  const phase = 'rolling restart'
  const ended: Ended[] = []
  const errors: string[] = []
  let isOver = false
  const chatting = chats.map(async (chat) => {
    const subject = madeUpName(random)
    await wait(whole(random, 0, 2_000))
    do {
      try {
        ended.push(await oneTurn(chat, message(random, subject)))
      } catch (error) {
        errors.push(String((error as Error)?.message ?? error))
      }
    } while (!isOver)
  })
  await wait(4_000)
  for (const restart of restarts) {
    await restart()
    await wait(2_000)
  }
  isOver = true
  await Promise.all(chatting)
  const sum = (count: (one: Ended) => number) => ended.reduce((all, one) => all + count(one), 0)
  const measured = {
    turns: ended.length,
    completed: ended.filter(({ status }) => status === 'completed').length,
    'interrupted and retried': sum(({ interruptions }) => interruptions),
    'turns that lost text which was on screen': sum(({ lost }) => lost),
    errors: errors.length,
  }
  const rows = Object.entries(measured).map(([measure, value]): Row => ({ phase, measure, value, unit: '' }))
  return { rows, errors }
}

/** Sends a message and stays with it until it is answered, at whichever server is there. */
async function oneTurn({ person, secondTab, conversationId }: Chat, text: string): Promise<Ended> {
  const signal = AbortSignal.timeout(TURN_MS)
  const servers = [person, secondTab]
  const input = messageFor(conversationId, text, { preset: 'standard' })
  const retry = actionId('app/actions/turn.ts', 'retryTurn')
  /** On screen now, and the most that was of this attempt. */
  let shown = ''
  let most = ''
  const see = (chunk: LiveChunk) => {
    if (chunk.type === 'start') shown = ''
    if (chunk.type === 'text-delta') shown += chunk.delta
    if (shown.length > most.length) most = shown
  }
  /** Asks one server after the other until one gives a result. */
  const until = async <T>(doing: string, ask: (at: Person) => Promise<T | null>): Promise<T> => {
    for (let tries = 0; ; tries++)
      try {
        const result = await ask(servers[tries % servers.length] as Person)
        if (result !== null) return result
      } catch (error) {
        if (signal.aborted) throw new Error(`gave up ${doing} ${input.turnId}: ${error}`)
        await wait(AGAIN_MS)
      }
  }
  const toEnd = () =>
    until('following', async (at) => {
      let turn: TurnDto | null = null
      for await (const chunk of follow(at, input.turnId, signal)) {
        see(chunk)
        if (chunk.type === 'data-turn') turn = chunk.data
      }
      return turn
    })

  await until('sending', async (at) => {
    let isStored = false
    try {
      for await (const part of callStartTurn(at, input, signal)) {
        isStored = true
        if ('chunk' in part) see(part.chunk)
      }
    } catch (error) {
      if (!isStored) throw error
    }
    return isStored || null
  })
  let turn = await toEnd()
  const result = { interruptions: 0, lost: 0 }
  while (turn.status === 'interrupted') {
    result.interruptions += 1
    if (!turn.answer.trimEnd().startsWith(most.trimEnd())) result.lost += 1
    most = ''
    // A refusal may mean that an answer was lost on its way: the loop sees what became of the turn.
    await until('retrying', (at) =>
      postAction(at, `/c/${conversationId}`, retry, { turnId: input.turnId }, signal),
    )
    turn = await toEnd()
  }
  return { status: turn.status, ...result }
}
