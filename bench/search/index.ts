import { parseEnv, setEnv } from '@/lib/config/env'
import type { Bench, Report, Row } from '../bench'
import { openBrowser } from '../browser'
import { ensureBuilt, startNext } from '../http/next'
import { captioned, dataSets } from '../recall/data'
import { babbler, filler } from '../recall/filler'
import { fill } from '../recall/load'
import { story } from '../seed/story'
import { median, percentile, rounded } from '../stats'
import { jobsDone, openWorkplace, type Workplace } from '../workplace'
import { type Typed, typeAndWait } from './typing'

const TURNS = 100_000
const OWNER = 'local'
/** Milliseconds between a fast typist's keystrokes. */
const BETWEEN_KEYS = 90
const TEXTS = 24
const WORDS = 3
const LOAD_MS = 180_000

type Spoken = Parameters<typeof babbler>[0][number]
const storyTurns = (): Spoken['turns'] =>
  [...story({ turns: 2_000, seed: 7, profile: 'talk' })].flatMap(({ number, userText, answer }) =>
    [userText, answer].map((text, i) => ({
      id: `${number}.${i}`,
      session: 0,
      speaker: '',
      text,
      at: new Date(0).toISOString(),
    })),
  )

/**
 * Stores `turns` turns of two messages each, with text of the recall data if available. @returns search
 * texts: words that occur one after the other.
 */
async function seed(place: Workplace, turns: number): Promise<string[]> {
  const data = dataSets(null).flatMap((set) => set.conversations)
  const spoken: Spoken[] = data.length ? data : [{ turns: storyTurns() }]
  await place.db.user.upsert({
    where: { id: OWNER },
    create: { id: OWNER, createdAt: new Date() },
    update: {},
  })
  const say = babbler(spoken, turns)
  for (let made = 0, part = 0; made < turns * 2; made += PART, part++)
    await fill(place, OWNER, [...filler(say, Math.min(PART, turns * 2 - made), part + 1)])
  const said = spoken
    .flatMap((one) => one.turns.map(captioned))
    .map((text) => text.split(/[^\p{L}]+/u).filter((word) => word.length > 3))
  const step = Math.max(1, Math.floor(said.length / TEXTS))
  return said
    .filter((words, i) => words.length >= WORDS && i % step === 0)
    .slice(0, TEXTS)
    .map((words) => words.slice(0, WORDS).join(' ').toLowerCase())
}
const PART = 20_000

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  ensureBuilt()
  const env = parseEnv({})
  if (env.ok) setEnv(env.env)
  const place = await openWorkplace(database)
  const closing: (() => Promise<unknown>)[] = [place.close]
  try {
    const turns = n ?? TURNS
    say(`seeding ${turns} turns …`)
    const texts = await seed(place, turns)
    const server = await startNext(place.folder, { DATABASE_URL: place.url })
    closing.unshift(server.stop)
    const browser = await openBrowser(place.folder)
    closing.unshift(() => browser.close())
    const page = await browser.newPage()
    const begin = performance.now()
    await page.goto(`${server.url}/search?q=${texts[0]?.split(' ')[0]}`)
    await page.locator('[data-answers]').waitFor({ timeout: LOAD_MS })
    const cold = performance.now() - begin
    await jobsDone(place)
    await typeAndWait(page, server.url, texts.slice(0, 2), BETWEEN_KEYS)
    say(`typing ${texts.length} searches …`)
    return report(await typeAndWait(page, server.url, texts, BETWEEN_KEYS), {
      turns,
      cold,
      letters: texts.reduce((sum, text) => sum + text.length, 0),
    })
  } finally {
    for (const close of closing) await close()
  }
}

function report(
  typed: Typed[],
  { turns, cold, letters }: { turns: number; cold: number; letters: number },
): Report {
  const row = (letter: string, some: Typed[]): Row[] => {
    if (some.length === 0) return []
    const times = some.map(({ ms }) => ms)
    return [
      {
        letter,
        keys: times.length,
        p50ms: rounded(median(times)),
        p95ms: rounded(percentile(times, 0.95)),
        worstMs: rounded(Math.max(...times)),
      },
    ]
  }
  const all = typed.map(({ ms }) => ms)
  return {
    rows: [
      ...row(
        '1',
        typed.filter(({ letter }) => letter === 1),
      ),
      ...row(
        '2',
        typed.filter(({ letter }) => letter === 2),
      ),
      ...row(
        '3 and more',
        typed.filter(({ letter }) => letter > 2),
      ),
      ...row('all', typed),
    ],
    goals: [
      {
        goal: `key to results, p95 at ${turns} turns`,
        value: rounded(percentile(all, 0.95)),
        limit: 50,
        unit: 'ms',
      },
    ],
    notes: [
      `A real browser against a real next start, ${BETWEEN_KEYS} ms between keys, no debounce: from the key to the frame that shows its own results. ${typed.length} of ${letters} letters had their results before the next letter replaced them.`,
      `First search, which loads the index: ${rounded(cold)} ms.`,
    ],
  }
}

export const search: Bench = {
  name: 'search',
  about: 'results while typing over 100,000 turns in a real browser (--n TURNS)',
  run,
}
