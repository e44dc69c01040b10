import { type OpenAiServer, type Received, serveOpenAi } from '@/e2e/support/openai-server'
import { type Harness, harness } from '@/lib/agent/testing'
import { copyOf, testDb } from '@/lib/db/testing'
import type { Turn } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { queueTopicJobs } from '@/lib/jobs/topics/topics'
import { configAt, testModels } from '@/lib/model/testing'
import { forgetAll } from '@/lib/shared/once'
import type { Person, PersonQuestion, PersonTurn } from './person'
import { PersonModel, type PersonModelOptions } from './person-model'

/** A memory at a moment: a database that nobody has open, and whose it is. */
export type Memory = { file: string; ownerId: string }
/** A settled turn, with the requests of its calls and those of the jobs after it. */
export type Played = { turn: Turn; foreground: Received[]; background: Received[] }

export const conversationOf = ({ person }: Person, name: string) =>
  `conv_${person}_${name}`.replace(/[^\p{L}\p{N}_-]+/gu, '-')

/** Sends messages at the person's times, in Auto, through runner, agent and the provider's protocol. */
class Stage {
  private hasSaid = false

  private constructor(
    readonly person: Person,
    readonly memory: Memory,
    readonly harness: Harness,
    private readonly model: PersonModel,
    private readonly server: OpenAiServer,
  ) {}

  static async open(
    person: Person,
    memory: Memory,
    prefix: string,
    options: PersonModelOptions,
  ): Promise<Stage> {
    // Indexes are cached by owner; this may be a copy of the memory that was open before.
    forgetAll((key) => /index|units|vectors/.test(key))
    const model = new PersonModel(options)
    const server = await serveOpenAi({ model })
    const h = await harness(() => ({}), {}, { ...memory, url: `file:${memory.file}`, prefix })
    h.deps.models = testModels(configAt(server.url, 'chat')).models
    return new Stage(person, memory, h, model, server)
  }

  async say(conversation: string, text: string, at: string, told: PersonTurn | null): Promise<Played> {
    const { harness: h, server, model, person } = this
    const ahead = Date.parse(at) - h.runtime.now().getTime()
    // A month may lie before the time at which the clock starts.
    h.runtime.advance(this.hasSaid ? Math.max(0, ahead) : ahead)
    this.hasSaid = true
    model.turn = told
    const options = { preset: 'auto', timeZone: person.timeZone } as const
    const turn = await h.say(conversationOf(person, conversation), text, options)
    if (turn.status !== 'completed') throw new Error(`a turn of ${person.person} ended as ${turn.status}`)
    const foreground = server.requests.splice(0)
    await this.#asInTheApp(turn)
    await h.jobs.tick()
    return { turn, foreground, background: server.requests.splice(0) }
  }

  /** What the harness leaves out: the title that the title job replaces, and the loop that asks for topics. */
  async #asInTheApp({ conversationId, number, userText }: Turn) {
    const { db, deps } = this.harness
    const title = titleFor(userText)
    if (number === 1) await db.conversation.update({ where: { id: conversationId }, data: { title } })
    await queueTopicJobs(deps)
  }

  async close(): Promise<void> {
    await this.harness.runner.shutdown()
    await this.harness.jobs.stop()
    await this.harness.db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
    await this.harness.close()
    await this.server.close()
  }
}

/** Tells a person's month, turn by turn with its jobs. `notes: false` = the model finds no facts. */
export async function tell(
  person: Person,
  onTurn: (played: Played, told: PersonTurn) => void = () => {},
  options: PersonModelOptions = {},
): Promise<Memory> {
  const { db, file, ownerId } = await testDb()
  await db.$disconnect()
  const stage = await Stage.open(person, { file, ownerId }, `${ownerId}_`, options)
  try {
    for (const told of person.turns)
      onTurn(await stage.say(told.conversation, told.user, told.at, told), told)
  } finally {
    await stage.close()
  }
  return { file, ownerId }
}

/**
 * Asks a question on a copy of the memory, so that no question finds another one. `look` sees the harness
 * before it is closed.
 */
export async function ask<T>(
  person: Person,
  { file, ownerId }: Memory,
  { conversation, ask: text, at }: PersonQuestion,
  look: (played: Played, h: Harness) => T | Promise<T>,
): Promise<T> {
  const stage = await Stage.open(person, { file: copyOf(file), ownerId }, `${ownerId}_q_`, {})
  try {
    return await look(await stage.say(conversation, text, at, null), stage.harness)
  } finally {
    await stage.close()
  }
}
