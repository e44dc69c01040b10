import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { type Harness, harness } from '@/lib/agent/testing'
import { testDb } from '@/lib/db/testing'
import { ensureUser } from '@/lib/db/users'
import { configAt, testModels } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import type { Asked, Line, Memory } from './data'
import { newestModel } from './newest-model'

export const ENGINES = ['built-in', 'marks over HTTP'] as const
export type Engine = (typeof ENGINES)[number]
/** `right` = gives the latest answer and nothing false, or reports that nothing is known. */
export type Answered = Asked & { answer: string; right: boolean }

export const MINUTE = 60_000
export const UNKNOWN =
  /^(?:I found no|Nothing I found|The closest match is:|You told me nothing|Nothing that I was shown)/

/** What an answer states as current, without what it names as earlier. */
export const present = (answer: string) =>
  answer
    .split('\n')
    .filter((line) => !/^(?:- )?(?:Earlier \(|Before that, it was )/.test(line))
    .join('\n')

export function isRight({ latest, wrong }: Asked, answer: string): boolean {
  if (latest === null) return UNKNOWN.test(answer)
  const now = present(answer)
  return now.includes(latest) && !UNKNOWN.test(answer) && !wrong.some((sentence) => now.includes(sentence))
}

/** Plays the statements of a memory as real turns, minutes apart, and asks its questions. */
async function play(h: Harness, { lines, questions }: Memory): Promise<Answered[]> {
  const imports: (Line & { at: Date })[] = []
  for (const line of lines) {
    h.runtime.advance(MINUTE)
    if (line.imported) imports.push({ ...line, at: h.runtime.now() })
    else await sayAndWait(h, line.conversation, line.text)
  }
  await bringIn(h, imports)
  const answered: Answered[] = []
  for (const asked of questions) {
    h.runtime.advance(MINUTE)
    const answer = await sayAndWait(h, asked.conversation, asked.question)
    answered.push({ ...asked, answer, right: isRight(asked, answer) })
  }
  return answered
}

export async function sayAndWait(h: Harness, conversation: string, text: string): Promise<string> {
  const { status, answer } = await h.say(conversation, text, { preset: 'auto' })
  await h.jobs.tick()
  if (status !== 'completed') throw new Error(`"${text}" ended as ${status}`)
  return answer
}

async function bringIn({ db, ownerId, runtime }: Harness, lines: readonly (Line & { at: Date })[]) {
  if (lines.length === 0) return
  const chats = lines.map(({ conversation, text, at }) => ({
    id: conversation,
    title: 'A chat',
    messages: [
      { role: 'user', content: text, created_at: at.toISOString() },
      { role: 'assistant', content: 'I see.', created_at: at.toISOString() },
    ],
  }))
  const file = inMemory(Buffer.from(JSON.stringify(chats)))
  const report = await importFile(db, ownerId, file, { runtime, countTokens })
  const bad = report.error?.message ?? report.conversations.find(({ status }) => status === 'refused')?.reason
  if (bad) throw new Error(`a chat could not be imported: ${bad}`)
}

/** Asks every question of every memory with one engine; each memory has its own owner. */
export async function ask(
  engine: Engine,
  people: readonly Memory[],
  onPerson: (done: number) => void = () => {},
): Promise<Answered[]> {
  const server: OpenAiServer | null =
    engine === 'built-in' ? null : await serveOpenAi({ model: newestModel() })
  try {
    return await forEachPerson(people, play, onPerson, server?.url)
  } finally {
    await server?.close()
  }
}

/** Acts for every item, each with an owner of its own; `url` = a model's server, else the built-in engine. */
export async function forEachPerson<T, R>(
  items: readonly T[],
  act: (h: Harness, item: T) => Promise<R[]>,
  onPerson: (done: number) => void = () => {},
  url?: string,
): Promise<R[]> {
  const at = await testDb()
  const config = url ? configAt(url, 'chat') : ({ provider: 'offline', delayMs: 0 } as const)
  const results: R[] = []
  try {
    for (const [i, item] of items.entries()) {
      // Indexes are cached by owner, so no two runs may share one.
      const ownerId = `${at.ownerId}_${i}`
      await ensureUser(at.db, ownerId, new Date())
      const h = await harness(() => ({}), {}, { url: at.url, ownerId, prefix: `${ownerId}_`, db: at.db })
      h.deps.models = testModels(config).models
      results.push(...(await act(h, item)))
      await h.runner.shutdown()
      onPerson(i + 1)
    }
  } finally {
    await at.close()
  }
  return results
}
