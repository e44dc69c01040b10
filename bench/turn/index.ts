import { parseEnv, setEnv } from '@/lib/config/env'
import type { Bench, Goal, Report, Row } from '../bench'
import { startScript } from '../http/child'
import { ensureBuilt } from '../http/next'
import type { Pace } from '../model/paced-model'
import { type SeededTalk, seedTalk } from '../seed/seed'
import { rounded } from '../stats'
import { openWorkplace, type Workplace } from '../workplace'
import { evidenceReached } from './evidence'
import { startPaced } from './paced-server'
import { bare, overHttp } from './players'
import { type Engine, type Times, times } from './times'
import { type PromptSizes, promptSizes } from './tokens'

const OWNER = 'local'
const REPEATS = 15
const PACE: Pace = { firstMs: 150, wordMs: 20, answerWords: 60, thoughtWords: 20 }
/**
 * Prompt sizes are averaged over turns near a length, because a single window may or may not contain a long
 * file.
 */
const around = (length: number, spread: number) =>
  Array.from({ length: 2 * spread + 1 }, (_, i) => length - spread + i)
const SIZES: Record<number, number[]> = {
  1: [1],
  10: around(10, 2),
  100: around(100, 15),
  1000: around(1_000, 30),
}
const TURNS = 1_031

type Sizes = Map<number, PromptSizes>
async function sizesOf(place: Workplace, talk: SeededTalk): Promise<Sizes> {
  const sizes: Sizes = new Map()
  for (const [length, near] of Object.entries(SIZES))
    sizes.set(Number(length), await promptSizes(place, talk, near))
  return sizes
}

const saving = (part: number, whole: number) => (whole > 0 ? rounded(100 * (1 - part / whole)) : 0)

function rowsOf(measured: Times[], sizes: Sizes): Row[] {
  const lengths = [...sizes.keys()]
  return lengths.flatMap((length): Row[] => {
    const size = sizes.get(length)
    const timed = measured.filter((one) => one.length === length)
    const mine = {
      promptTokens: size?.prompt ?? null,
      plainChatTokens: size?.plainChat ?? null,
      fullHistoryTokens: size?.fullContexts ?? null,
    }
    if (timed.length === 0)
      return [{ length, engine: 'mneme', firstEventMs: null, firstTextMs: null, totalMs: null, ...mine }]
    return timed.map(({ engine, firstEvent, firstText, total }) => ({
      length,
      engine,
      firstEventMs: rounded(firstEvent),
      firstTextMs: rounded(firstText),
      totalMs: rounded(total),
      ...(engine === 'bare' ? { ...mine, promptTokens: size?.plainChat ?? null } : mine),
    }))
  })
}

function timeGoals(measured: Times[]): Goal[] {
  const bareAt = (length: number) => measured.find((one) => one.engine === 'bare' && one.length === length)
  const firstWord = (of: string, { firstText, length }: Times, other: Times): Goal => ({
    goal: `first word beyond bare, ${of}length ${length}`,
    value: rounded(firstText - other.firstText),
    limit: 50,
    unit: 'ms',
  })
  const withoutMemory = measured
    .filter(({ engine }) => engine === 'mneme, memory off')
    .flatMap((mneme) => {
      const other = bareAt(mneme.length)
      return other ? [firstWord('memory off, ', mneme, other)] : []
    })
  const withMemory = measured
    .filter(({ engine }) => engine === 'mneme')
    .flatMap((mneme) => {
      const other = bareAt(mneme.length)
      if (!other) return []
      return [
        {
          goal: `first event beyond bare, length ${mneme.length}`,
          value: rounded(mneme.firstEvent - other.firstEvent),
          limit: 50,
          unit: 'ms',
        },
        firstWord('', mneme, other),
        {
          goal: `total against bare, length ${mneme.length}`,
          value: rounded(mneme.total / other.total),
          limit: 1.1,
          unit: 'ratio',
        },
      ]
    })
  return [...withMemory, ...withoutMemory]
}

/** From sending to the first event, where the classifier chooses the depth. */
const classifiedGoals = (measured: Times[]): Goal[] =>
  measured
    .filter(({ engine }) => engine === 'mneme, auto')
    .map(({ firstEvent, length }) => ({
      goal: `first event with the classifier on, length ${length}`,
      value: rounded(firstEvent),
      limit: 100,
      unit: 'ms',
    }))

async function memoryGoals(
  place: Workplace,
  work: SeededTalk,
  talk: SeededTalk,
  sizes: Sizes,
): Promise<Goal[]> {
  const [hundred, thousand] = [sizes.get(100), sizes.get(1_000)]
  if (!hundred || !thousand) return []
  const plain = {
    hundred: await promptSizes(place, talk, SIZES[100] ?? []),
    thousand: await promptSizes(place, talk, SIZES[1_000] ?? []),
  }
  const [three, threePlain] = [await evidenceReached(place, work, 3), await evidenceReached(place, talk, 3)]
  return [
    {
      goal: 'prompt after 1,000 turns against 100',
      value: rounded(thousand.prompt / hundred.prompt),
      limit: 1.05,
      unit: 'ratio',
    },
    {
      goal: 'the same without files and tools',
      value: rounded(plain.thousand.prompt / plain.hundred.prompt),
      limit: 1.05,
      unit: 'ratio',
    },
    {
      goal: 'prompt of turn 100: saved against full contexts',
      value: saving(hundred.prompt, hundred.fullContexts),
      limit: 96,
      unit: '%',
      atLeast: true,
    },
    {
      goal: 'planted facts found by one recall of 3',
      value: saving(three.asked - three.text, three.asked),
      limit: 95,
      unit: '%',
      atLeast: true,
    },
    {
      goal: 'the same without files and tools',
      value: saving(threePlain.asked - threePlain.text, threePlain.asked),
      limit: 95,
      unit: '%',
      atLeast: true,
    },
  ]
}

function honestly(sizes: Sizes): string[] {
  return [...sizes].map(([length, size]) => {
    const sections = Object.entries(size.sections).map(([name, tokens]) => `${name} ${tokens}`)
    return `Length ${length}: prompt ${size.prompt} tokens (${sections.join(', ')}); plain chat ${size.plainChat}, saving ${saving(size.prompt, size.plainChat)} %; full contexts ${size.fullContexts}, saving ${saving(size.prompt, size.fullContexts)} %.`
  })
}

async function timed(
  place: Workplace,
  work: SeededTalk,
  repeats: number,
  say: (line: string) => void,
): Promise<Times[]> {
  const { model, server, person } = await startPaced(place, PACE)
  const route = await startScript('bench/turn/bare-main.ts', [model.url])
  try {
    const player = overHttp(person)
    const engines: Engine[] = [
      { name: 'bare', player: bare(route.url), options: {} },
      { name: 'mneme', player, options: { depth: 'moderate' } },
      { name: 'mneme, memory off', player, options: { depth: 'moderate', recall: 'off' } },
      { name: 'mneme, auto', player, options: {} },
      { name: 'mneme, thinking', player, options: { preset: 'standard' } },
    ]
    const hundred = await seedTalk(place, {
      ownerId: OWNER,
      turns: 99,
      seed: 100,
      profile: 'work',
      withSteps: true,
    })
    say(`${repeats} turns of each engine at each length …`)
    return await times(
      engines,
      [
        { length: 1, talk: null },
        { length: 100, talk: hundred },
        { length: 1_000, talk: work },
      ],
      repeats,
    )
  } finally {
    for (const child of [server, route, model]) await child.stop()
  }
}

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  ensureBuilt()
  const env = parseEnv({})
  if (env.ok) setEnv(env.env)
  const place = await openWorkplace(database)
  try {
    say(`seeding conversations of ${TURNS} turns …`)
    const work = await seedTalk(place, {
      ownerId: OWNER,
      turns: TURNS,
      seed: 7,
      profile: 'work',
      withSteps: true,
    })
    const talk = await seedTalk(place, {
      ownerId: OWNER,
      turns: TURNS,
      seed: 8,
      profile: 'talk',
      withSteps: true,
    })
    const sizes = await sizesOf(place, work)
    const memory = await memoryGoals(place, work, talk, sizes)
    const measured = await timed(place, work, n ?? REPEATS, say)
    return {
      rows: rowsOf(measured, sizes),
      goals: [...timeGoals(measured), ...classifiedGoals(measured), ...memory],
      notes: [
        'Times: medians over HTTP on the loopback; Mneme through the server action startTurn of a real `next start`, its stream read to the commit; bare = the lower bound, a Node server with streamText in its own process that gets only the message and stores nothing. Both alternate in one run and call the same paced model.',
        `The model waits ${PACE.firstMs} ms, then emits ${PACE.answerWords} words, one every ${PACE.wordMs} ms; "thinking" adds a round of ${PACE.thoughtWords}.`,
        ...honestly(sizes),
      ],
    }
  } finally {
    await place.close()
  }
}

export const turn: Bench = {
  name: 'turn',
  about: 'a turn against a bare streamText route; prompt tokens, saving and recall as a conversation grows',
  run,
}
