import { bagOfWords } from '@/e2e/support/embedding'
import { type Reply, ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import type { Db } from '@/lib/db/engine/client'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { cite, lesson } from '@/lib/jobs/learning/testing-learning'
import { normalised } from '@/lib/model/embed/embed'
import type { Embedder } from '@/lib/model/embed/embedder'
import type { ModelRequest } from '@/lib/model/types'
import { saveSetting } from '@/lib/settings/layers'
import type { TurnOptions } from '@/lib/shared/schemas'

const MARK = /zq[a-z]+/g
const USAGE = { inputTokens: 1, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, costMicros: 0 }
const KNOWN = 'Read the tide table, the weather report, the coast map, the light list and the ferry plan.'
const textOf = ({ system, user, exchanges }: ModelRequest) => JSON.stringify([system, user, exchanges])

/**
 * A model that repeats every marked word of a prompt in whatever it derives from it, and never in an answer:
 * what an answer says stays with its turn.
 */
function echoed({ user, ...request }: ModelRequest & { name?: string }): object {
  const marks = [...new Set(user.match(MARK) ?? [])].sort().join(' ')
  const slugs = [...new Set(user.match(/\bheu-\d{5}\b/g) ?? [])]
  const said = user.split('=== task ===')[1]?.match(/^\| (.*)$/m)?.[1] ?? ''
  const lessons = [
    lesson(`${KNOWN} ${marks}`, {
      title: `On ${marks}`,
      description: marks,
      tags: marks.split(' ').slice(0, 8),
    }),
  ]
  const by: Record<string, object> = {
    verdict: { label: 'success', confidence: 0.9, reasons: [`Because of ${marks}`] },
    strategies: { strategies: lessons },
    reflection: {
      ...{ reasoning: marks, error_identification: marks, root_cause_analysis: marks },
      ...{
        correct_approach: marks,
        key_insight: marks,
        bullet_tags: slugs.map((id) => ({ id, tag: 'helpful' })),
      },
    },
    playbook_delta: {
      reasoning: marks,
      operations: [
        { type: 'UPDATE', id: slugs[0], title: `On ${marks}`, content: `${KNOWN} Mind ${marks}.` },
      ],
    },
    contradiction: { contradicts: true, quote: marks },
    facts: {
      facts: [
        {
          subject: `boat ${marks}`.slice(0, 80),
          predicate: 'notes',
          object: marks || 'none',
          confidence: 1,
          quote: said,
        },
      ],
    },
    turn_summary: { summary: `Said ${marks}`, insights: [`Insight ${marks}`] },
    rollup_summary: { summary: `Said ${marks}`, insights: [`Insight ${marks}`] },
    title: { title: `About ${marks}` },
    'topic-name': { name: `Of ${marks}` },
    complexity: {
      label: 'MODERATE',
      confidence: 0.9,
      reasons: [`For ${marks}`],
      intents: [marks.slice(0, 40)],
    },
  }
  return by[request.name ?? ''] ?? {}
}

const isNamed = (request: object): request is { name: string } => 'name' in request
const task = (user: string) => user.split('=== task ===')[1] ?? ''
/** Obeys `write PATH TEXT` and `read PATH`. */
function answered({ user, exchanges }: ModelRequest): Reply {
  const [, verb, path = '', text = ''] = /\b(write|read) (\S+\.md)(.*)/.exec(task(user)) ?? []
  if (exchanges.length > 0 || !verb) return { text: 'Noted.' }
  return {
    calls: [
      verb === 'write' ? { name: 'write_file', args: { path, text } } : { name: 'read_file', args: { path } },
    ],
  }
}

export type Story = Hands & {
  /** Marked words by what was said or written with them. */
  marks: Record<string, string>
  /** Everything that was sent to a model or an embedding service since the last look. */
  sent(): string
  tell(conversationId: string, text: string, options?: TurnOptions): Promise<{ id: string; number: number }>
  work(): Promise<void>
}

let stories = 0
const word = (of: string) => `zq${of}${[...String(++stories)].map((n) => 'bcdfghjklm'[Number(n)]).join('')}`

/**
 * A person's turns in which each message, and a file, says a word of its own, with every job that follows. The
 * words flow into every kind of derived text.
 */
export async function derivedStory(open?: {
  url: string
  ownerId: string
  prefix: string
  db: Db
}): Promise<Story> {
  const h = await byHand({}, open)
  let sent: string[] = []
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
    sent.push(textOf(request))
    return isNamed(request) ? { text: JSON.stringify(echoed(request)) } : answered(request)
  })
  models.offline = false
  h.deps.models = Object.assign(models, { embedder })
  for (const [key, value] of [
    ['learning.judge', 'every'],
    ['learning.consolidateEvery', 2],
    ['rollUp.every', 2],
  ] as const)
    await saveSetting(h.db, h.ownerId, 'user', key, value)
  const work = async () => {
    for (let i = 0; i < 6; i++) await h.jobs.tick()
  }
  const tell = async (conversationId: string, text: string, options: TurnOptions = PLAIN) => {
    h.runtime.advance(60_000)
    return h.say(conversationId, text, options)
  }
  const marks = Object.fromEntries(
    ['first', 'wrong', 'pronoun', 'written', 'file', 'read', 'near', 'cited', 'late'].map((of) => [
      of,
      word(of),
    ]),
  )
  const say = async (...given: Parameters<typeof tell>) => {
    const turn = await tell(...given)
    await work()
    return turn
  }
  const c = `${h.ownerId}_c`
  const d = `${h.ownerId}_d`
  await say(c, `My boat is called ${marks.first} and it leaks a lot.`)
  await say(c, `No, that's wrong: my boat ${marks.wrong} lies in the harbour.`)
  await say(c, `It needs a new mast from ${marks.pronoun} this spring.`)
  await say(c, `Please ${marks.written} write notes.md The treasure ${marks.file} lies here.`)
  await say(c, `Please ${marks.read} read notes.md`, { preset: 'standard' })
  await say(d, `How do I plan the ${marks.near} crossing?`, { preset: 'auto' })
  const turn = await tell(d, `And the way back to ${marks.cited}, how long is it?`)
  const used = await h.db.strategy.findMany({ where: { ownerId: h.ownerId, status: 'active' } })
  await cite(
    h,
    turn.id,
    used.map(({ id }) => id),
  )
  await work()
  await seedStrategies(h, { content: `Never ${KNOWN.toLowerCase()}` })
  await say(c, `Thanks, ${marks.late} was fine.`)
  return {
    ...{ ...h, marks, tell, work },
    sent: () => {
      const text = sent.join('\n')
      sent = []
      return text
    },
  }
}
