// @module-tag full
/** @module-tag full */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAiServer, sendError, serveOpenAi } from '@/e2e/support/openai-server'
import { type Script, ScriptedModel } from '@/e2e/support/scripted-model'
import { type Db, openDb } from '@/lib/db/engine/client'
import { testDb } from '@/lib/db/testing'
import { migratedPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'
import { appendLogOps, logRow, readLog } from '@/lib/db/turns/events'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { noted } from '@/lib/jobs/learning/testing-learning'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { searchMemory } from '@/lib/memory/search/search'
import { configAt, testModels } from '@/lib/model/testing'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import { type Harness, harness } from './testing'
import { PLAIN } from './testing-hands'
import { offlineHarness } from './testing-offline'

type Offline = Awaited<ReturnType<typeof offlineHarness>>
async function imported(
  { db, ownerId, runtime, deps }: Offline,
  ...conversations: unknown[]
): Promise<string[]> {
  const file = inMemory(Buffer.from(JSON.stringify(conversations)))
  const report = await importFile(db, ownerId, file, { runtime, countTokens: deps.countTokens })
  return report.conversations.map(({ id }) => id ?? '')
}
const claude = {
  ...{ uuid: 'k', name: 'Roses', created_at: '2024-01-01T00:00:00Z' },
  chat_messages: [
    { uuid: '1', sender: 'human', text: 'My roses have aphids.', created_at: '2024-01-01T00:00:00Z' },
    {
      uuid: '2',
      sender: 'assistant',
      text: 'Spray the roses with soapy water.',
      created_at: '2024-01-01T00:00:00Z',
    },
  ],
}

const MORE = [
  'I painted the fence.',
  'It rains.',
  'I bought a lamp.',
  'We ate soup.',
  'The train was late.',
  'The shoes are wet.',
]

describe('what the built-in engine says of a memory that holds something', () => {
  it('is never that it holds nothing, in other words, of another value, or asked again and again', async () => {
    const h = await offlineHarness()
    for (const text of ['My sister Annika works as a marine biologist.', ...MORE]) await h.say('old', text)
    const quote = '“My sister Annika works as a marine biologist.” [turn 1 of conversation old]'
    expect((await h.say('c1', 'What does my sister do for a living?')).answer).toBe(`You told me: ${quote}`)
    expect((await h.say('c2', 'What kind of job does Annika have?')).answer).toBe(`You told me: ${quote}`)
    for (const [at, thinking] of [true, false, true, false].entries()) {
      const { answer } = await h.say(`again${at}`, "When is Annika's wedding?", { thinking })
      expect(answer).toContain(quote)
      expect(answer).toContain('I found nothing about “wedding”.')
      expect(answer).toContain('I searched all your own conversations for “Annika” and “wedding”.')
    }
    await h.close()
  })

  it('names what was searched where nothing was found, and that only questions came up where that is so', async () => {
    const h = await offlineHarness()
    await h.say('old', 'I like tea.')
    expect((await h.say('c1', 'Who is Bertold?')).answer).toMatch(
      /I found nothing about “Bertold”\. I searched all your own conversations for “Bertold”; it may be worded differently\. I cannot explain or write anything new: .*\.$/,
    )
    expect((await h.say('c2', 'Who is Bertold?')).answer).toBe(
      'I found no answer. I only quote what was said; more than that needs a language model. I searched all your own conversations for “Bertold”; only questions matched.',
    )
    expect((await h.say('c3', 'Who is Bertold?', { recall: 'conversation' })).answer).toContain(
      'I searched this conversation for “Bertold”; it may',
    )
    await h.close()
  })
})

describe('an imported conversation with another assistant', () => {
  it('is told as said by and to that assistant, from elsewhere, within it and in the search', async () => {
    const h = await offlineHarness()
    const [id = ''] = await imported(h, claude)
    expect((await h.say('c1', 'What should I spray?')).answer).toBe(
      `Claude told you: “Spray the roses with soapy water.” [turn 1 of conversation ${id}]`,
    )
    expect((await h.say('c2', 'Who has aphids?')).answer).toContain(
      `You told Claude: “My roses have aphids.” [turn 1 of conversation ${id}]`,
    )
    expect((await h.say(id, 'What should I spray?')).answer).toBe(
      'Claude told you: “Spray the roses with soapy water.” [turn 1]',
    )
    await h.say(id, 'My tulips are red.')
    expect((await h.say(id, 'What are my tulips?')).answer).toBe('You told me: “My tulips are red.” [turn 3]')
    const speakers = (await searchMemory(h.db, h.ownerId, { text: 'soapy', kinds: ['message'] })).hits.map(
      ({ speaker, turnNumber }) => [speaker, turnNumber],
    )
    expect(speakers).toContainEqual(['Claude', 1])
    expect(speakers).toContainEqual(['assistant', 2])
    await h.close()
  })
})

describe('an imported conversation between named people', () => {
  it('is summed up with their names, and a picture is told as a picture', async () => {
    const h = await offlineHarness()
    const said = (id: string, speaker: string, text: string, caption?: string) => ({
      id,
      session: '1',
      speaker,
      text,
      caption,
      at: '2023-05-08T10:00:00Z',
    })
    const turns = [
      said('D1:1', 'Caroline', 'Look at my new work!', 'a photo of a blue bowl'),
      said('D1:2', 'Melanie', 'I swim at the lake every day.'),
    ]
    const [id = ''] = await imported(h, { id: 'loc', speakers: ['Caroline', 'Melanie'], turns })
    const [summary] = await h.db.summary.findMany({ where: { conversationId: id } })
    expect(summary?.text).toBe(
      'Caroline said: Look at my new work! Caroline shared a picture: a photo of a blue bowl. Melanie said: I swim at the lake every day.',
    )
    expect((await h.say('c1', 'Who has a blue bowl?')).answer).toBe(
      `Caroline shared a picture: “a photo of a blue bowl” [turn 1 of conversation ${id}]`,
    )
    await h.close()
  })
})

describe('known answers', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  const builtIn = () => testModels({ provider: 'offline', delayMs: 0 }).models

  /** A person who says each line in a new conversation to `models`, or to a scripted model. */
  async function talker(models?: Harness['deps']['models']) {
    const at = await testDb()
    closing.push(at.close)
    const h = await harness(() => ({ text: 'Ready.' }), {}, { ...at, prefix: 'k_' })
    if (models) h.deps.models = models
    let talks = 0
    return {
      async say(text: string) {
        h.runtime.advance(60_000)
        const { answer } = await h.say(`talk${++talks}`, text, { preset: 'auto' })
        await h.jobs.tick()
        return answer
      },
      /** The current facts, each as "subject: predicate = object". */
      facts: async () =>
        (await factsFor(everywhere(h.db, at.ownerId)))
          .filter(({ until }) => until === null)
          .map((fact) => `${latest(fact).subject}: ${latest(fact).predicate} = ${latest(fact).object}`),
      requests: () => h.models.requests.map(({ user }) => user),
    }
  }

  describe('across conversations, the built-in engine', () => {
    it('answers from the current fact, whatever the words, and names the earlier value as earlier', async () => {
      const { say } = await talker(builtIn())
      await say('I work as a nurse.')
      await say('I am a teacher now.')
      const answer = await say('What do I do for a living?')
      expect(answer).toContain('You told me: “I am a teacher now.” [turn 1 of conversation talk2]')
      expect(answer).toMatch(/\n\nBefore that, it was “nurse”\./)
      expect(await say('Am I a nurse?')).toMatch(/^No\. You told me: “I am a teacher now\.”/)
    })

    it('knows a change in the second clause of a sentence', async () => {
      const { say } = await talker(builtIn())
      await say('I live in Lisbon.')
      await say('I started a new job, and I moved to Porto last week.')
      expect(await say('Do I live in Lisbon?')).toMatch(/^No\. You told me: “.*Porto last week\.”/)
    })

    it('takes a pronoun for the only one it fits, and the fact is the same', async () => {
      const { say, facts } = await talker(builtIn())
      await say('My cat is called Miso.')
      await say('Her name is now Mochi.')
      expect(await facts()).toEqual(['cat: name = Mochi'])
      expect(await say('What is my cat called?')).toMatch(/^You told me: “Her name is now Mochi\.”/)
      expect(await say('Is my cat called Miso?')).toMatch(/^No\. /)
    })

    it.each([
      [
        ['My cat is called Miso.', 'My sister is called Ana.'],
        ['cat: name = Miso', 'sister: name = Ana'],
      ],
      [['I like tea.'], ['user: likes = tea']],
    ])('changes no fact where nobody or several could be meant, after %j', async (said, held) => {
      const { say, facts } = await talker(builtIn())
      for (const line of said) await say(line)
      await say('Her name is now Mochi.')
      expect(await facts()).toEqual(held)
    })
  })

  it('knows what was told in passing, changes and answers among them, in other words', async () => {
    const { say } = await talker(builtIn())
    for (const line of [
      'Our rent is 1,050.',
      "Rent's gone up, it's 1,150 now.",
      'The nursery shuts at 5:30.',
      "Ingrid used to be a midwife, she's retired now.",
      'Tom is coeliac, so no gluten for him.',
      'I switched from O2 to Giffgaff.',
      'Our insurer is Aviva.',
      'The insurance costs 340 a year.',
      'Sold the Fiesta. Got a blue Skoda instead.',
    ])
      await say(line)
    for (const [question, ...answers] of [
      ["What's our rent?", '1,150'],
      ['When does nursery close?', '5:30'],
      ['What did Ingrid do for work?', 'midwife'],
      ["Who can't eat gluten?", 'Tom'],
      ['Which phone company am I with?', 'Giffgaff'],
      ['Which insurer do we have?', 'Aviva'],
      ['What does the insurance cost?', '340'],
      ['What car do I have?', 'Skoda'],
    ] as const) {
      const answer = await say(question)
      expect(answer, question).not.toMatch(/^(?:I found no|Nothing I found)/)
      for (const value of answers) expect(answer, question).toContain(value)
    }
  })

  it('shows a model which value holds, and which recalled sentence it has replaced', async () => {
    const { say, requests } = await talker()
    await say('I live in Lisbon.')
    await say('I started a new job, and I moved to Porto last week.')
    await say('Where do I live?')
    const prompt = requests().at(-1) ?? ''
    const [, label] =
      /--- id=(\w+) who=user .*\n.*user: lives in = Porto \(before: Lisbon\)/.exec(prompt) ?? []
    expect(prompt).toMatch(
      new RegExp(`--- id=\\w+ who=user .*\\(later changed: see ${label}\\)\\n.*I live in Lisbon\\.`),
    )
  })
})

describe('latest names', () => {
  const MINUTE = 60_000
  let h: Harness
  beforeEach(async () => {
    h = await offlineHarness()
  })
  afterEach(() => h.close())

  /** The answers in conversations of their own, each as the quotations in it, marked where it is no answer. */
  async function answers(said: readonly string[], ...questions: string[]): Promise<string[]> {
    for (const text of said) {
      h.runtime.advance(MINUTE)
      await h.say('told', text)
    }
    const found: string[] = []
    for (const [at, question] of questions.entries()) {
      const { answer } = await h.say(`asked${at}`, question)
      const lines = answer.split('\n').flatMap((line) => {
        const quote = /“(?<said>[^”]+)” \[turn/.exec(line)?.groups?.said
        return quote ? `${/Earlier \(/.test(line) ? 'earlier: ' : ''}${quote}` : []
      })
      const isNone = /^(?:I found no|Nothing I found|The closest match is:|I am the built-in engine)/.test(
        answer,
      )
      found.push([...(isNone ? ['no answer'] : []), ...lines].join(' | '))
    }
    return found
  }

  it('says who followed whom, though the later statement names no office', async () => {
    expect(
      await answers(
        ['Owen likes tea.', 'Owen is the new treasurer.', 'Joan took over from Owen.'],
        'Who is treasurer?',
        'What does Owen like?',
        'Who is the secretary?',
      ),
    ).toEqual([
      'Joan took over from Owen. | earlier: Owen is the new treasurer.',
      'Owen likes tea.',
      'no answer',
    ])
    expect(await answers(['Mara is our coach.', 'Lena replaced Mara.'], 'Who is our coach?')).toEqual([
      'Lena replaced Mara. | earlier: Mara is our coach.',
    ])
  })

  it('says who is something now, where the later statement announces no change', async () => {
    expect(
      await answers(
        ['Owen is the treasurer.', 'Since March Joan has been the treasurer.'],
        'Who is the treasurer?',
        'Why is Joan the treasurer?',
      ),
    ).toEqual([
      'Since March Joan has been the treasurer. | earlier: Owen is the treasurer.',
      'no answer | Since March Joan has been the treasurer.',
    ])
  })

  it('names a reason only where one was given', async () => {
    expect(
      await answers(
        [
          'We changed the insurer from Alba to Corin because of the premium.',
          'We moved to Rome.',
          'I sold the car.',
          'I sold the boat to save money.',
        ],
        'Why did we change the insurer?',
        'Why did we move to Rome?',
        'Why did I sell the car?',
        'Why did I sell the boat?',
      ),
    ).toEqual([
      'We changed the insurer from Alba to Corin because of the premium.',
      'no answer | We moved to Rome.',
      'no answer | I sold the car.',
      'I sold the boat to save money.',
    ])
  })

  it('gives the first value where the question asks for it, and no amount that nobody named', async () => {
    expect(
      await answers(
        [
          'The budget was 400 at the start.',
          'The budget is 650 now.',
          'The deposit was 300 at first; it is 450 now.',
          'We asked for donations at the fair.',
        ],
        'What was the budget at the start?',
        'What is the budget?',
        'What was the deposit at first?',
        'How many donations did we get?',
      ),
    ).toEqual([
      'The budget was 400 at the start.',
      'The budget is 650 now. | earlier: The budget was 400 at the start.',
      'The deposit was 300 at first; it is 450 now.',
      'no answer | We asked for donations at the fair.',
    ])
  })
})

/** Neither JSON nor text columns of PostgreSQL take these. */
const BAD = 'bo\0at \ud800 \udc00'
const CLEAN = 'bo\ufffdat \ufffd \ufffd'
const ENOUGH = { name: 'continue_thinking', args: { continueThinking: false, reason: BAD, nextFocus: BAD } }

describe('characters that PostgreSQL cannot store, from a model', () => {
  let pg: PostgresDatabase
  let db: Db
  let server: OpenAiServer | undefined
  let count = 0
  beforeAll(async () => {
    pg = await migratedPostgres()
    db = await openDb(pg.url)
  })
  afterAll(async () => {
    await db?.$disconnect()
    await pg?.stop()
  })
  afterEach(() => server?.close())

  async function talking(script: Script, fault: Parameters<typeof serveOpenAi>[0]['fault'] | null = null) {
    const prefix = `u${++count}`
    await db.user.create({ data: { id: prefix, createdAt: new Date() } })
    server = await serveOpenAi({ model: new ScriptedModel(script), ...(fault ? { fault } : {}) })
    const h = await harness(() => ({}), {}, { db, url: pg.url, ownerId: prefix, prefix })
    h.deps.models = testModels(configAt(server.url, 'chat')).models
    return h
  }
  const messages = (h: Awaited<ReturnType<typeof talking>>) => h.logs.map((entry) => entry.message)

  it('cost nothing when they stand in arguments of tools: the answer and every step are stored', async () => {
    const h = await talking((_, call) => {
      if (call === 0)
        return { calls: [{ name: 'recall_context', args: { keywords: [BAD], contextIds: [BAD] } }] }
      if (call === 1) return { calls: [ENOUGH] }
      if (call === 2)
        return {
          calls: [
            { name: `no ${BAD}`, args: { [BAD]: BAD } },
            { name: 'write_file', args: { path: 'a.md', text: BAD } },
            { name: 'recall_context', args: { keywords: [BAD] } },
          ],
        }
      return { text: `It is ${BAD}.` }
    })
    const turn = await h.say(`c${count}`, 'Red boats')
    expect([turn.status, turn.answer]).toEqual(['completed', `It is ${CLEAN}.`])
    expect(messages(h)).toEqual([])
    const [dto] = await turnDtos(db, h.ownerId, [turn])
    expect(dto?.steps[0]?.recalls[0]?.request).toEqual({ keywords: [CLEAN], contextIds: [CLEAN] })
    expect(dto?.steps[1]?.decision?.reason).toBe(CLEAN)
    expect(JSON.stringify(dto)).not.toMatch(/\\u0000|\\ud800|\\udc00/)
  })

  it('nor in the words of an error', async () => {
    const h = await talking([], (_, __, response) => {
      sendError(response, 400, `This is not ${BAD}`)
      return true
    })
    const turn = await h.say(`c${count}`, 'Red boats', PLAIN)
    expect(turn.status).toBe('failed')
    expect((turn.error as { said?: string }).said).toContain('bo\ufffdat')
    expect(messages(h)).toEqual([])
  })

  it('nor in what a job gets back', async () => {
    const h = await talking((options) => ({
      text: options.responseFormat ? JSON.stringify(noted({ title: `My ${BAD}` })) : 'Yes.',
    }))
    await h.say(`c${count}`, 'Red boats', PLAIN)
    await h.jobs.tick()
    const jobs = await db.job.findMany({ where: { ownerId: h.ownerId, kind: 'notes' } })
    expect(jobs.map(({ status, attempts }) => [status, attempts])).toEqual([['done', 1]])
    const [conversation] = await db.conversation.findMany({ where: { ownerId: h.ownerId } })
    expect(conversation?.title).toContain('bo\ufffdat')
  })

  it('nor in any frame of the log, whatever wrote it', async () => {
    const h = await talking([{ text: 'Yes.' }])
    const turn = await h.say(`c${count}`, 'Red boats', PLAIN)
    const notice = { type: 'notice', step: 0, text: BAD } as const
    await db.$transaction(appendLogOps(db, [logRow(turn.id, { attempt: 9, seq: 1, event: notice })]))
    expect(await readLog(db, turn.id, 9)).toMatchObject([{ event: { text: CLEAN } }])
  })
})
