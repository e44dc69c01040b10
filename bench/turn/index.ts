import { atLeast, atMost, type Bench, type Goal, type Report, type Row } from '../bench'
import { startScript } from '../http/child'
import { ensureBuilt } from '../http/next'
import type { Pace } from '../model/paced-model'
import { type SeededTalk, seedTalk } from '../seed/seed'
import { rounded } from '../stats'
import { inWorkplace, type Workplace } from '../workplace'
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
  const firstWord = (of: string, { firstText, length }: Times, other: Times): Goal =>
    atMost(`first word beyond bare, ${of}length ${length}`, rounded(firstText - other.firstText), 50, 'ms')
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
        atMost(
          `first event beyond bare, length ${mneme.length}`,
          rounded(mneme.firstEvent - other.firstEvent),
          50,
          'ms',
        ),
        firstWord('', mneme, other),
        atMost(
          `total against bare, length ${mneme.length}`,
          rounded(mneme.total / other.total),
          1.1,
          'ratio',
        ),
      ]
    })
  return [...withMemory, ...withoutMemory]
}

/** From sending to the first event, where the classifier chooses the depth. */
const classifiedGoals = (measured: Times[]): Goal[] =>
  measured
    .filter(({ engine }) => engine === 'mneme, auto')
    .map(({ firstEvent, length }) =>
      atMost(`first event with the classifier on, length ${length}`, rounded(firstEvent), 100, 'ms'),
    )

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
    atMost('prompt after 1,000 turns against 100', rounded(thousand.prompt / hundred.prompt), 1.05, 'ratio'),
    atMost(
      'the same without files and tools',
      rounded(plain.thousand.prompt / plain.hundred.prompt),
      1.05,
      'ratio',
    ),
    atLeast(
      'prompt of turn 100: saved against full contexts',
      saving(hundred.prompt, hundred.fullContexts),
      96,
      '%',
    ),
    atLeast('planted facts found by one recall of 3', saving(three.asked - three.text, three.asked), 95, '%'),
    atLeast(
      'the same without files and tools',
      saving(threePlain.asked - threePlain.text, threePlain.asked),
      95,
      '%',
    ),
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
  return inWorkplace(database, async (place) => {
    say(`seeding conversations of ${TURNS} turns …`)
    const long = { ownerId: OWNER, turns: TURNS, withSteps: true }
    const work = await seedTalk(place, { ...long, seed: 7, profile: 'work' })
    const talk = await seedTalk(place, { ...long, seed: 8, profile: 'talk' })
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
  })
}

export const turn: Bench = {
  name: 'turn',
  about: 'a turn against a bare streamText route; prompt tokens, saving and recall as a conversation grows',
  run,
}
