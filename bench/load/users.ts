import type { Person } from '../http/action'
import { type Random, whole } from '../seed/random'
import { madeUpName, message } from '../seed/vocabulary'
import { overHttp } from '../turn/players'
import type { Played } from '../turn/watch'

/** Milliseconds of reading and typing between an answer's end and the next message, evenly spread. */
export type Pause = { min: number; max: number }
export type Chat = { person: Person; conversationId: string }
export type Outcome = { played: Played[]; errors: string[]; lastEndedAt: number }

/** Everybody sends `turns` messages, each after the answer before and a pause; people begin spread over the longest pause. Never throws: what went wrong is counted. */
export async function chatAll(chats: Chat[], turns: number, pause: Pause, random: Random): Promise<Outcome> {
  const outcome: Outcome = { played: [], errors: [], lastEndedAt: 0 }
  await Promise.all(chats.map((chat) => chatOn(chat, turns, pause, random, outcome)))
  outcome.lastEndedAt = Date.now()
  return outcome
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function chatOn({ person, conversationId }: Chat, turns: number, pause: Pause, random: Random, outcome: Outcome): Promise<void> {
  const play = overHttp(person)
  const subject = madeUpName(random)
  await wait(whole(random, 0, pause.max))
  for (let turn = 0; turn < turns; turn++) {
    try {
      const played = await play(conversationId, message(random, subject), {})
      outcome.played.push(played)
      if (played.status !== 'completed') outcome.errors.push(`a turn ended as ${played.status}`)
    } catch (error) {
      outcome.errors.push(String((error as Error)?.message ?? error))
    }
    await wait(whole(random, pause.min, pause.max))
  }
}
