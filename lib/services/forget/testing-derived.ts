import { bagOfWords } from '@/e2e/support/embedding'
import { type Reply, ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import type { Db } from '@/lib/db/engine/client'
import { seedConversation } from '@/lib/db/testing-seed'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { jobOps, NOTES } from '@/lib/db/turns/jobs'
import { titleFor } from '@/lib/heuristics/titles/title'
import { cite, lesson, nameOf } from '@/lib/jobs/learning/testing-learning'
import { queueTopicJobs } from '@/lib/jobs/topics/topics'
import { THEMES, themedTurns } from '@/lib/memory/topics/testing-themes'
import { normalised } from '@/lib/model/embed/embed'
import type { Embedder } from '@/lib/model/embed/embedder'
import type { ModelRequest } from '@/lib/model/types'
import { saveSetting } from '@/lib/settings/layers'
import type { TurnOptions } from '@/lib/shared/schemas'

const MARK = /zq[a-z]+/g
const USAGE = { inputTokens: 1, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, costMicros: 0 }
const KNOWN = 'Read the tide table, the weather report, the coast map, the light list and the ferry plan.'
const firstLine = (text: string, section: string) =>
  text.split(`=== ${section} ===`)[1]?.match(/^\| (.*)$/m)?.[1] ?? ''

/** A reply that repeats every marked word of its prompt in all its texts. */
function echoed(request: ModelRequest, ofTurn: boolean): object {
  const { user: whole } = request
  const user = ofTurn ? (whole.split('=== turn ===').at(-1)?.split('=== later ===')[0] ?? '') : whole
  const words = [...new Set(user.match(MARK) ?? [])].sort()
  const marks = words.join(' ')
  const said = firstLine(whole, 'turn')
  const content = /called|crossing/.test(said)
    ? KNOWN
    : `Before you answer “${said.replace(MARK, '').slice(0, 80)}”: think.`
  const texts = { title: `On ${marks}`, description: marks, tags: words.slice(0, 8) }
  const summary = { summary: `Said ${marks}`, insights: [`Insight ${marks}`] }
  const facts = [
    {
      subject: `boat ${marks}`.slice(0, 80),
      predicate: `notes ${marks}`.slice(0, 80),
      object: marks,
      confidence: 1,
      quote: said,
    },
  ]
  const ids = [...user.matchAll(/^--- id=(l\d)/gm)].flatMap(([, id = '']) => id)
  const replies: Record<string, object> = {
    turn_notes: {
      ...{ facts, ...summary, title: `About ${marks}`.slice(0, 60) },
      verdict: { label: 'success', confidence: 0.9, reason: `Because of ${marks}` },
      tags: ids.map((id) => ({ id, tag: 'helpful' })),
      lesson: lesson(`${content} ${marks}`, { ...texts, updates: ids[0] }),
    },
    contradiction: { contradicts: true, quote: marks },
    facts: { facts },
    turn_summary: summary,
    rollup_summary: summary,
    'topic-name': {
      names: [...user.matchAll(/^--- topic=(\d+)/gm)].map(([, topic = '']) => ({
        topic,
        name: `Of ${marks}`.slice(0, 60),
      })),
    },
    complexity: {
      label: 'MODERATE',
      confidence: 0.9,
      reasons: [`For ${marks}`],
      intents: [marks.slice(0, 40)],
    },
  }
  return replies[nameOf(request)] ?? {}
}

const LOOKS = ['search_memories', 'search_summaries', 'lookup_facts']
/** Does what a message says. What it answers itself belongs to its turn and has no marks. */
function answered({ user, exchanges }: ModelRequest, written: string): Reply {
  const task = user.split('=== task ===')[1] ?? ''
  if (exchanges.length === 0 && /look back/.test(task)) {
    const args = { query: 'boat crossing tide table notes harbour mast' }
    return { calls: LOOKS.map((name) => ({ name, args: name === 'lookup_facts' ? {} : args })) }
  }
  const [, verb, path = ''] = /\b(write|read) (\S+\.md)/.exec(task) ?? []
  if (exchanges.length > 0 || !verb) return { text: 'Noted.' }
  const text = `The treasure ${written} lies here.`
  return {
    calls: [
      verb === 'write' ? { name: 'write_file', args: { path, text } } : { name: 'read_file', args: { path } },
    ],
  }
}

let words = 0
const word = (of: string) => `zq${of}${[...String(++words)].map((n) => 'bcdfghjklm'[Number(n)]).join('')}`

export type Story = Hands & {
  c: string
  d: string
  themed: string
  marks: typeof NAMES
  /** Everything that was sent to a model or an embedding service since the last look. */
  sent(): string
  tell(conversationId: string, text: string, options?: TurnOptions): Promise<{ id: string }>
  work(): Promise<void>
}
const NAMES = {
  ...{ first: '', wrong: '', pronoun: '', written: '', file: '', read: '', late: '' },
  ...{ near: '', cited: '', topic: '' },
}

/**
 * A person's turns in which each message, a file and a theme have a marked word of their own, with all jobs
 * that follow. A model repeats the marked words it sees in everything that it derives from them.
 */
export async function derivedStory(
  open?: { url: string; ownerId: string; prefix: string; db: Db },
  /** As in earlier versions: notes have words of their turn alone. */
  ofTurn = false,
): Promise<Story> {
  const h = await byHand({}, open)
  const marks = Object.fromEntries(Object.keys(NAMES).map((of) => [of, word(of)])) as typeof NAMES
  const sent: string[] = []
  const embedder: Embedder = {
    ...{ provider: 'test', model: 'bag', space: 'test bag' },
    embed: async (texts) => {
      sent.push(...texts)
      return {
        vectors: bagOfWords(texts).map(normalised),
        ...{ error: null, aborted: false, tries: [], notices: [], ms: 1 },
        usage: { ...USAGE, estimated: false },
      }
    },
  }
  const models = new ScriptedModels((request) => {
    sent.push(JSON.stringify([request.system, request.history, request.user, request.exchanges]))
    return nameOf(request)
      ? {
          text: JSON.stringify(echoed(request, ofTurn)),
          reasoning: (request.user.match(MARK) ?? []).join(' '),
        }
      : answered(request, marks.file)
  })
  models.offline = false
  h.deps.models = Object.assign(models, { embedder })
  await saveSetting(h.db, h.ownerId, 'user', 'learning.consolidateEvery', 2)
  await saveSetting(h.db, h.ownerId, 'user', 'rollUp.every', 2)
  const tell = async (conversationId: string, text: string, options: TurnOptions = PLAIN) => {
    h.runtime.advance(60_000)
    return h.say(conversationId, text, options)
  }
  const work = async () => {
    for (let i = 0; i < 5; i++) {
      await h.jobs.tick()
      h.runtime.advance(1_000)
    }
  }
  const say = async (...given: Parameters<typeof tell>) => {
    await tell(...given)
    await work()
  }
  const [c, d] = [`${h.ownerId}_c`, `${h.ownerId}_d`]
  const first = `My boat is called ${marks.first} and it leaks a lot.`
  await tell(c, first)
  await h.db.conversation.update({ where: { id: c }, data: { title: titleFor(first) } })
  await say(c, `No, that's wrong: my boat ${marks.wrong} lies in the harbour.`)
  await say(c, `It needs a new mast from ${marks.pronoun} this spring.`)
  await say(c, `Please ${marks.written} write notes.md for me.`)
  await say(c, `Please ${marks.read} read notes.md`, { preset: 'standard' })
  await say(d, `How do I plan the ${marks.near} crossing?`, { preset: 'auto' })
  const turn = await tell(d, `And the way back to ${marks.cited}, how long is it?`, { preset: 'auto' })
  const used = await h.db.strategy.findMany({ where: { ownerId: h.ownerId, status: 'active' } })
  await cite(
    h,
    turn.id,
    used.map(({ id }) => id),
  )
  await work()
  await say(d, 'The crossing was rough. We had soup after it.', { depth: 'simple' })
  const again = {
    id: h.runtime.id('job'),
    kind: NOTES,
    key: 'again',
    payload: { turnId: turn.id, only: 'summary' },
  }
  await h.db.$transaction(jobOps(h.db, h.ownerId, [again], h.runtime.now()))
  await seedStrategies(h, { content: `Never ${KNOWN.toLowerCase()}` })
  await say(c, `Thanks, ${marks.late} was fine.`)
  for (const id of [c, d])
    await say(id, 'Please look back at the boat and the crossing.', { preset: 'standard' })
  const noun = THEMES.get('bram')?.[0] ?? ''
  const turns = themedTurns(60, ['bram', 'keld', 'dorv', 'falt']).map(({ userText, answer }) => ({
    userText: userText.replaceAll(noun, marks.topic),
    answer: answer.replaceAll(noun, marks.topic),
  }))
  const talk = await seedConversation(h, turns)
  await queueTopicJobs(h)
  await work()
  return {
    ...{ ...h, marks, tell, work, c, d, themed: talk.conversationId },
    sent: () => sent.splice(0).join('\n'),
  }
}
