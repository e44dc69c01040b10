import type { MemorySums } from '@/lib/shared/usage/usage'
import { type Baseline, cumulative, noSums, withMemory } from '@/lib/shared/usage/usage-maths'
import { atMost, type Bench, type Goal, type Report, type Row, rounded } from '../bench'
import { type Conversation, dataSets } from '../recall/data'
import { repairGoal } from '../requests'
import { CACHED_COST_NOTE, cachedCost, plainChat } from './cached-cost'
import { madeOf, type Replayed, savedAfter, usualBreakEven } from './ledger'
import { type Exchange, openReplayer, type Played } from './replay'

const LENGTHS = [10, 20, 50, 100, 200]
const CONVERSATIONS = 2
/** Turns of the session that really runs without memory. */
const PLAIN_TURNS = 60
const BASELINES: Baseline[] = ['plainChat', 'fullContexts']
const ENGINES = [
  { engine: 'mneme', thinking: false },
  { engine: 'mneme, thinking', thinking: true },
]

/** Pairs each message with the answer that follows; consecutive messages of a speaker are joined. */
function exchangesOf({ turns }: Conversation): Exchange[] {
  const exchanges: Exchange[] = []
  for (const { speaker, text } of turns) {
    const last = exchanges.at(-1)
    if (speaker === 'user' && (!last || last.answer)) exchanges.push({ user: text, answer: '' })
    else if (last && speaker === 'user') last.user += `\n\n${text}`
    else if (last) last.answer += `${last.answer ? '\n\n' : ''}${text}`
  }
  return exchanges.filter(({ answer }) => answer)
}

/** Each conversation, extended by the next ones until it is long enough. */
const longConversations = (all: Exchange[][], length: number) =>
  all.map((_, i) => [...all.slice(i), ...all.slice(0, i)].flat().slice(0, length))

const rowsOf = (engine: string, replayed: Replayed[]): Row[] =>
  BASELINES.flatMap((baseline) =>
    LENGTHS.flatMap((length): Row[] => {
      const measured = savedAfter(length, replayed, baseline)
      if (!measured) return []
      return [
        {
          baseline,
          engine,
          length,
          n: measured.conversations,
          tokens: Math.round(measured.taken),
          baselineTokens: Math.round(measured.baseline),
          saved: rounded(measured.saved),
          turnSaved: rounded(measured.turnSaved),
          breakEven: usualBreakEven(replayed, baseline),
        },
      ]
    }),
  )

/** Tokens of the first `length` turns of one conversation. */
const upTo = (length: number, one: Replayed, of: (sums: MemorySums) => number): number =>
  of(cumulative(one.points)[length - 1] ?? noSums())
const lastTurn = (length: number, one: Replayed, of: (sums: MemorySums) => number): number =>
  upTo(length, one, of) - upTo(length - 1, one, of)

/**
 * The same conversation with memory, and with memory and learning off and all earlier messages sent. What the
 * second really took must be what the first one's ledger claims for plain chat.
 */
function besidePlain(remembered: Replayed, plain: Replayed): { note: string; goal: Goal } {
  const length = plain.points.length
  const real = ({ prompts, answers }: MemorySums) => prompts + answers
  const claimed = ({ plainChat }: MemorySums) => plainChat
  const turns = [5, 10, 20, 40, length]
  const each = (one: Replayed, of: (sums: MemorySums) => number) =>
    turns.map((turn) => Math.round(lastTurn(turn, one, of))).join(' / ')
  const value = (100 * upTo(length, remembered, claimed)) / upTo(length, plain, real)
  return {
    note: `Tokens of turn ${turns.join(' / ')} alone: with memory ${each(remembered, withMemory)}; really run without ${each(plain, real)}; claimed for plain chat ${each(remembered, claimed)}.`,
    goal: atMost(
      `mneme: plain chat as claimed on /usage, of one that really ran ${length} turns`,
      rounded(value),
      100,
      '%',
    ),
  }
}

const percent = (share: number | undefined) => rounded(100 * (share ?? 0))
function goalsOf(engine: string, replayed: Replayed[]): Goal[] {
  const plain = savedAfter(100, replayed, 'plainChat')
  const full = savedAfter(100, replayed, 'fullContexts')
  const goal = (about: string, value: number, limit: number, unit: string, atLeast: boolean) => ({
    goal: `${engine}: ${about}`,
    ...{ value, limit, unit, atLeast },
  })
  return [
    goal('break-even with plain chat', usualBreakEven(replayed, 'plainChat'), 20, 'turn', false),
    goal('saved of plain chat after 100 turns', percent(plain?.saved), 60, '%', true),
    goal('saved of full contexts, turn 100', percent(full?.turnSaved), 96, '%', true),
  ]
}

/** How the database grows: with everything that turns store, their jobs and indexes included. */
function storedOf(replayed: readonly { bytes: number[] }[]): string {
  const perTurn = (from: number, to: number) => {
    const spans = replayed.flatMap(({ bytes }) => (bytes.length > to ? [bytes] : []))
    const grown = spans.reduce((sum, bytes) => sum + (bytes[to] ?? 0) - (bytes[from] ?? 0), 0)
    return `${Math.round(grown / spans.length / (to - from) / 1_000)} kB (turns ${from + 2}-${to + 1})`
  }
  const last = (LENGTHS.at(-1) ?? 0) - 1
  return `Stored a turn: ${perTurn(0, 49)}, ${perTurn(99, last)}.`
}

async function run({ n, data, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const set = dataSets(data).find(({ name }) => data !== null || name.startsWith('beam'))
  if (!set)
    return {
      rows: [],
      goals: [],
      notes: ['skipped: there is no BEAM data in ../shared/data (or name a file with --data FILE)'],
    }
  const most = LENGTHS.at(-1) ?? 0
  const talks = longConversations(set.conversations.map(exchangesOf), most).slice(0, n ?? CONVERSATIONS)
  const replayer = await openReplayer()
  const report: Report = { rows: [], goals: [], notes: [] }
  try {
    for (const { engine, thinking } of ENGINES) {
      const replayed: Played[] = []
      for (const [i, turns] of talks.entries()) {
        say(`${engine}: conversation ${i + 1} of ${talks.length}, ${turns.length} turns …`)
        const id = `conv_${thinking ? 'thinking' : 'fast'}_${i}`
        replayed.push(await replayer.play(id, turns, { thinking, memory: true }))
      }
      const [remembered] = replayed
      if (!thinking && remembered) {
        say(`the first ${PLAIN_TURNS} turns without memory …`)
        const turns = (talks[0] ?? []).slice(0, PLAIN_TURNS)
        const plain = await replayer.play('conv_plain', turns, { thinking, memory: false })
        const beside = besidePlain(remembered, plain)
        report.notes.push(beside.note)
        report.goals.push(beside.goal)
      }
      const cached = cachedCost(
        engine,
        replayed.map(({ requests }, i) => ({ remembered: requests, plain: plainChat(talks[i] ?? []) })),
      )
      const bodies = replayed.flatMap(({ requests }) => requests.flatMap((turn) => turn.bodies))
      report.rows.push(...rowsOf(engine, replayed), ...cached.rows)
      report.goals.push(...goalsOf(engine, replayed), ...cached.goals, repairGoal(engine, bodies))
      report.notes.push(`${engine}. ${storedOf(replayed)}`)
      for (const [from, to] of [
        [6, 10],
        [91, 100],
      ] as const)
        report.notes.push(`${engine}. ${madeOf(replayed, from, to)}`)
    }
  } finally {
    await replayer.close()
  }
  report.notes.unshift(
    'Real turns: the data’s user messages go through runner, agent and jobs, and a model behind the provider’s protocol answers with the data’s next message. Thinking, summaries, roll-ups, titles and facts come from the built-in engine over the same protocol; every judged turn is a success that teaches one lesson. Short conversations are extended by the next one.',
    'Tokens of every call in the ledger, prompts and answers, estimated by one tokenizer. `saved` covers all turns so far, `turnSaved` the last turn alone (means over conversations); `breakEven` is the median.',
  )
  report.notes.push(CACHED_COST_NOTE)
  return report
}

export const saving: Bench = {
  name: 'saving',
  about: 'tokens saved by memory in replayed conversations, against plain chat and full contexts',
  run,
}
