import type { Page } from '@playwright/test'
import {
  atLeast,
  atMost,
  type Bench,
  type Goal,
  median,
  percentile,
  type Report,
  type Row,
  rounded,
} from '../bench'
import { seedTalk } from '../seed/seed'
import { ensureBuilt } from '../server'
import { inWorkplace, jobsDone } from '../workplace'
import { importTalk, sayOnce } from './imported'
import {
  chat,
  graph,
  inspector,
  keystrokes,
  openPage,
  search,
  showTurns,
  timeToUse,
  usage,
  type Visited,
} from './visit'

const LONG = 10_000
const SHORT = 100
const VISITS = 7
/** The chat shows at most this many turns at a time, however far back the user scrolls. */
const SHOWN = 120
const OWNER = 'local'
const QUESTION = 'What did I say about the garden plan?'
const TEXT = 'The quick brown fox jumps over the lazy dog and remembers it.'

/** `kind` = origin of the conversation. */
type Talk = { kind: 'chatted' | 'imported'; conversationId: string; turns: number; lastTurnId: string }
type Timed = { page: string; kind: Talk['kind']; turns: number; times: number[] }

/** Words that occur in many seeded messages, summaries and files. */
const SOUGHT = 'garden plan'
const pagesOf = ({ kind, conversationId, turns, lastTurnId }: Talk): Visited[] => [
  chat(conversationId, turns),
  search(SOUGHT),
  graph(conversationId),
  // The built-in engine answered the imported one's only message, so its Usage is empty.
  ...(kind === 'chatted' ? [usage(conversationId)] : []),
  inspector(conversationId, lastTurnId),
]

/**
 * Long and short conversations alternate, so that other load on the machine affects both alike. The first
 * round is discarded.
 */
async function visits(page: Page, url: string, talks: Talk[], rounds: number): Promise<Timed[]> {
  const timed = new Map<string, Timed>()
  for (let round = 0; round <= rounds; round++)
    for (const talk of talks)
      for (const visited of pagesOf(talk)) {
        const took = await timeToUse(page, url, visited)
        const key = `${visited.name} ${talk.conversationId}`
        const one = timed.get(key) ?? { page: visited.name, kind: talk.kind, turns: talk.turns, times: [] }
        timed.set(key, round > 0 ? { ...one, times: [...one.times, took] } : one)
      }
  return [...timed.values()]
}

async function typing(page: Page, url: string, talk: Talk): Promise<{ shown: number; keys: number[] }> {
  await timeToUse(page, url, chat(talk.conversationId, talk.turns))
  const shown = await showTurns(page, SHOWN)
  return { shown, keys: await keystrokes(page, TEXT) }
}

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  ensureBuilt()
  return inWorkplace(database, async (place, opened) => {
    say(`seeding conversations of ${SHORT} and ${LONG} turns …`)
    const talks: Talk[] = []
    for (const turns of [SHORT, LONG])
      talks.push({
        kind: 'chatted',
        ...(await seedTalk(place, { ownerId: OWNER, turns, seed: turns, profile: 'work' })),
      })
    const long = talks.at(-1)
    if (!long) throw new Error('nothing was seeded')
    say(`importing a conversation of ${LONG} turns …`)
    const imported = await importTalk(place, OWNER, LONG)
    const { page, url } = await openPage(place, opened)
    const turns = await sayOnce(page, url, imported, LONG, QUESTION)
    const { id: lastTurnId } = await place.db.turn.findFirstOrThrow({
      where: { conversationId: imported, number: turns },
      select: { id: true },
    })
    talks.push({ kind: 'imported', conversationId: imported, turns, lastTurnId })
    await jobsDone(place)
    say(`${n ?? VISITS} visits of each page …`)
    const timed = await visits(page, url, talks, n ?? VISITS)
    const typed = await typing(page, url, long)
    return report(timed, typed)
  })
}

function report(timed: Timed[], { shown, keys }: { shown: number; keys: number[] }): Report {
  const short = (page: string) =>
    median(timed.find((one) => one.page === page && one.turns === SHORT)?.times ?? [])
  const rows = timed.map(
    ({ page, kind, turns, times }): Row => ({
      page,
      kind,
      turns,
      usableMs: rounded(median(times)),
      worstMs: rounded(Math.max(...times)),
      besideShort: rounded(median(times) / short(page)),
    }),
  )
  const goals = timed
    .filter(({ turns }) => turns >= LONG)
    .map(
      ({ page, kind, times }): Goal =>
        atMost(`${page} of ${LONG} ${kind} turns usable`, rounded(median(times)), 1_000, 'ms'),
    )
  return {
    rows,
    goals: [
      ...goals,
      atLeast('turns on the page while typing', shown, SHOWN, 'turns'),
      atMost('keystroke p95', rounded(percentile(keys, 0.95)), 50, 'ms'),
    ],
    notes: [
      'A real browser against a real `next start`; from the start of the navigation until the last answer is shown and the composer reacts (chat), or the first result (search, over all seeded memory, the same for both sizes), the canvas (graph), the chart (usage) or the first prompt (inspector) is shown. Median without the first visit; besideShort = ratio to the same page of 100 turns in the same run.',
      `chatted = rows as a runner writes them; imported = ${LONG} turns from a ChatGPT file and one new turn, so that the inspector has calls to show.`,
      `Keystrokes: from the key to the next frame, with ${shown} turns on the page.`,
    ],
  }
}

export const pages: Bench = {
  name: 'pages',
  about: 'pages of a 10,000-turn conversation in a real browser',
  run,
}
