import { overHttp, type Played, Watch } from '../player'
import { type Random, whole } from '../seed/random'
import { madeUpName, message } from '../seed/vocabulary'
import { follow, type Person } from '../server'

/** Reading and typing time between an answer and the next message, in milliseconds, evenly distributed. */
type Pause = { min: number; max: number }
/** `secondTab` = the same person, at another server if there are several. */
export type Chat = { person: Person; secondTab: Person; conversationId: string }
export type Plan = { turns: number; pause: Pause; secondTab: boolean; random: Random }
/** `differing` = turns whose text differed in the second tab. */
export type Outcome = {
  played: Played[]
  errors: string[]
  followed: number
  differing: number
  seconds: number
}

/**
 * Everyone sends `turns` messages, each after the previous answer and a pause; starts are spread over the
 * longest pause. Never throws: failures are counted.
 */
export async function chatAll(chats: Chat[], plan: Plan): Promise<Outcome> {
  const outcome: Outcome = { played: [], errors: [], followed: 0, differing: 0, seconds: 0 }
  const began = performance.now()
  await Promise.all(chats.map((chat) => chatOn(chat, plan, outcome)))
  outcome.seconds = (performance.now() - began) / 1_000
  return outcome
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const wordsOf = (error: unknown) => String((error as Error)?.message ?? error)

async function chatOn(
  { person, secondTab: elsewhere, conversationId }: Chat,
  { turns, pause, secondTab, random }: Plan,
  outcome: Outcome,
): Promise<void> {
  const subject = madeUpName(random)
  let second: Promise<string | null> = Promise.resolve(null)
  const play = overHttp(person, (turnId) => {
    if (secondTab) second = readInSecondTab(elsewhere, turnId, outcome)
  })
  await wait(whole(random, 0, pause.max))
  for (let turn = 0; turn < turns; turn++) {
    try {
      const played = await play(conversationId, message(random, subject), { preset: 'standard' })
      outcome.played.push(played)
      if (played.status !== 'completed') outcome.errors.push(`a turn ended as ${played.status}`)
      const text = await second
      // A stored answer has no blanks at its end.
      if (text !== null && text.trimEnd() !== played.answer.trimEnd()) outcome.differing += 1
    } catch (error) {
      outcome.errors.push(wordsOf(error))
    }
    await wait(whole(random, pause.min, pause.max))
  }
}

/** Reads the same turn from its beginning, like a second tab. */
async function readInSecondTab(person: Person, turnId: string, outcome: Outcome): Promise<string | null> {
  const watch = new Watch()
  try {
    for await (const chunk of follow(person, turnId, AbortSignal.timeout(120_000))) watch.see(chunk)
    if (watch.alreadyOver) return null
    outcome.followed += 1
    return watch.end().answer
  } catch (error) {
    outcome.errors.push(`second tab: ${wordsOf(error)}`)
    return null
  }
}
