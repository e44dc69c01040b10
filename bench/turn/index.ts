import { atLeast, atMost, type Bench, type Goal, median, type Report, type Row, rounded } from '../bench'
import type { Pace } from '../paced'
import { bare, newConversationId, type Options, overHttp, type Played, type Player } from '../player'
import { seededRandom } from '../seed/random'
import { type SeededTalk, seedTalk } from '../seed/seed'
import { madeUpName, message } from '../seed/vocabulary'
import { actionId, ensureBuilt, startNext, startScript } from '../server'
import { inWorkplace, type Workplace } from '../workplace'
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
const HUNDRED = around(100, 15)
const THOUSAND = around(1_000, 30)
const SIZES: [number, number[]][] = [
  [1, [1]],
  [10, around(10, 2)],
  [100, HUNDRED],
  [1_000, THOUSAND],
]
const TURNS = 1_031

type Engine = { name: string; player: Player; options: Options }
/** Where turns are sent for a length: a stored conversation, or a new one each time for the first turn. */
type Length = { length: number; talk: SeededTalk | null }
type Times = { engine: string; length: number; firstEvent: number; firstText: number; total: number }
type Sizes = Map<number, PromptSizes>

/**
 * Medians in milliseconds over `repeats` turns. Engines alternate, so that other load affects them alike; the
 * first round is discarded. @throws if a turn does not complete.
 */
async function times(engines: Engine[], lengths: Length[], repeats: number): Promise<Times[]> {
  const random = seededRandom(2)
  const played = new Map<string, Played[]>()
  for (let round = 0; round <= repeats; round++)
    for (const { length, talk } of lengths)
      for (const { name, player, options } of round % 2 ? engines : [...engines].reverse()) {
        const text = message(random, madeUpName(random))
        const one = await player(talk?.conversationId ?? newConversationId(), text, options)
        if (one.status !== 'completed') throw new Error(`${name}: a turn ended as ${one.status}`)
        const key = `${name} ${length}`
        if (round > 0) played.set(key, [...(played.get(key) ?? []), one])
      }
  return lengths.flatMap(({ length }) =>
    engines.map(({ name }) => {
      const all = played.get(`${name} ${length}`) ?? []
      const of = (key: 'firstEvent' | 'firstText' | 'total') => median(all.map((one) => one[key]))
      return {
        ...{ engine: name, length },
        ...{ firstEvent: of('firstEvent'), firstText: of('firstText'), total: of('total') },
      }
    }),
  )
}

async function timed(place: Workplace, work: SeededTalk, repeats: number): Promise<Times[]> {
  const model = await startScript('bench/paced.ts', [JSON.stringify(PACE)])
  const server = await startNext(place.folder, {
    DATABASE_URL: place.url,
    OPENAI_BASE_URL: model.url,
    OPENAI_API: 'chat',
    MNEME_FAST_MODEL: 'bench',
  })
  const route = await startScript('bench/turn/bare.ts', [model.url])
  try {
    const startTurn = actionId('app/actions/turn.ts', 'startTurn')
    const player = overHttp({ url: server.url, cookie: null, startTurn })
    const engines: Engine[] = [
      { name: 'bare', player: bare(route.url), options: {} },
      { name: 'mneme', player, options: { depth: 'moderate' } },
      { name: 'mneme, memory off', player, options: { depth: 'moderate', recall: 'off' } },
      { name: 'mneme, auto', player, options: {} },
      { name: 'mneme, thinking', player, options: { preset: 'standard' } },
    ]
    const hundred = await seedTalk(place, { ownerId: OWNER, turns: 99, seed: 100, profile: 'work' })
    const lengths = [
      { length: 1, talk: null },
      { length: 100, talk: hundred },
      { length: 1_000, talk: work },
    ]
    return await times(engines, lengths, repeats)
  } finally {
    for (const child of [server, route, model]) await child.stop()
  }
}

const saving = (part: number, whole: number) => (whole > 0 ? rounded(100 * (1 - part / whole)) : 0)

function rowsOf(measured: Times[], sizes: Sizes): Row[] {
  return [...sizes].flatMap(([length, size]): Row[] => {
    const mine = {
      promptTokens: size.prompt,
      plainChatTokens: size.plainChat,
      fullHistoryTokens: size.fullContexts,
    }
    const own = measured.filter((one) => one.length === length)
    if (own.length === 0)
      return [{ length, engine: 'mneme', firstEventMs: null, firstTextMs: null, totalMs: null, ...mine }]
    return own.map(({ engine, firstEvent, firstText, total }) => ({
      ...{ length, engine },
      firstEventMs: rounded(firstEvent),
      firstTextMs: rounded(firstText),
      totalMs: rounded(total),
      ...mine,
      ...(engine === 'bare' && { promptTokens: size.plainChat }),
    }))
  })
}

/** Of `auto` from sending to the first event, where the classifier chooses the depth; else beyond the bare route. */
function timeGoals(measured: Times[]): Goal[] {
  return measured.flatMap((one): Goal[] => {
    const { engine, length, firstEvent, firstText, total } = one
    const beside = measured.find((other) => other.engine === 'bare' && other.length === length) ?? one
    const firstWord = (of: string) =>
      atMost(`first word beyond bare, ${of}length ${length}`, rounded(firstText - beside.firstText), 50, 'ms')
    switch (engine) {
      case 'mneme':
        return [
          atMost(
            `first event beyond bare, length ${length}`,
            rounded(firstEvent - beside.firstEvent),
            50,
            'ms',
          ),
          firstWord(''),
          atMost(`total against bare, length ${length}`, rounded(total / beside.total), 1.1, 'ratio'),
        ]
      case 'mneme, memory off':
        return [firstWord('memory off, ')]
      case 'mneme, auto':
        return [
          atMost(`first event with the classifier on, length ${length}`, rounded(firstEvent), 100, 'ms'),
        ]
      default:
        return []
    }
  })
}

async function growth(place: Workplace, work: SeededTalk, talk: SeededTalk): Promise<Goal[]> {
  const ratio = async (of: SeededTalk) => {
    const [hundred, thousand] = [
      await promptSizes(place, of, HUNDRED),
      await promptSizes(place, of, THOUSAND),
    ]
    return { hundred, grown: rounded(thousand.prompt / hundred.prompt) }
  }
  const { hundred, grown } = await ratio(work)
  const saved = saving(hundred.prompt, hundred.fullContexts)
  return [
    atMost('prompt after 1,000 turns against 100', grown, 1.05, 'ratio'),
    atMost('the same without files and tools', (await ratio(talk)).grown, 1.05, 'ratio'),
    atLeast('prompt of turn 100: saved against full contexts', saved, 96, '%'),
  ]
}

const noteOf = ([length, size]: [number, PromptSizes]): string => {
  const { prompt, plainChat, fullContexts } = size
  const sections = Object.entries(size.sections).map(([name, tokens]) => `${name} ${tokens}`)
  return `Length ${length}: prompt ${prompt} tokens (${sections.join(', ')}); plain chat ${plainChat}, saving ${saving(prompt, plainChat)} %; full contexts ${fullContexts}, saving ${saving(prompt, fullContexts)} %.`
}

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  ensureBuilt()
  return inWorkplace(database, async (place) => {
    say(`seeding conversations of ${TURNS} turns …`)
    const work = await seedTalk(place, { ownerId: OWNER, turns: TURNS, seed: 7, profile: 'work' })
    const talk = await seedTalk(place, { ownerId: OWNER, turns: TURNS, seed: 8, profile: 'talk' })
    const sizes: Sizes = new Map()
    for (const [length, near] of SIZES) sizes.set(length, await promptSizes(place, work, near))
    const memory = await growth(place, work, talk)
    const repeats = n ?? REPEATS
    say(`${repeats} turns of each engine at each length …`)
    const measured = await timed(place, work, repeats)
    return {
      rows: rowsOf(measured, sizes),
      goals: [...timeGoals(measured), ...memory],
      notes: [
        'Times: medians over HTTP on the loopback; Mneme through the server action startTurn of a real `next start`, its stream read to the commit; bare = the lower bound, a Node server with streamText in its own process that gets only the message and stores nothing. Both alternate in one run and call the same paced model.',
        `The model waits ${PACE.firstMs} ms, then emits ${PACE.answerWords} words, one every ${PACE.wordMs} ms; "thinking" adds a round of ${PACE.thoughtWords}.`,
        ...[...sizes].map(noteOf),
      ],
    }
  })
}

export const turn: Bench = {
  name: 'turn',
  about: 'a turn against a bare streamText route; prompt tokens and saving as a conversation grows',
  run,
}
