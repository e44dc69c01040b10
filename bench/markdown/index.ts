import os from 'node:os'
import path from 'node:path'
import type { LongText } from '@/components/ui/markdown/testing-long-texts'
import { parseEnv, setEnv } from '@/lib/config/env'
import type { Bench, Report, Row } from '../bench'
import { openBrowser } from '../browser'
import { ensureBuilt, startNext } from '../http/next'
import { monitored, notes } from '../load/monitor'
import { median, percentile, rounded } from '../stats'
import { openWorkplace } from '../workplace'
import { importAnswer, importLongAnswers, type LongAnswer } from './conversations'
import { longestTask, watchLongTasks } from './long-tasks'

const OWNER = 'local'
/** The server's monitor writes once a second. */
const NOTE_MS = 1_100
const CONTROL: LongText = { name: 'a short answer', kind: 'control', text: 'A short answer.' }
const CONTROL_EVERY = 5
const KINDS = ['hostile', 'ordinary', 'control'] as const
type Opened = { answer: LongAnswer; from: number; to: number; browserMs: number; serverMs: number }

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  ensureBuilt()
  const env = parseEnv({})
  if (env.ok) setEnv(env.env)
  const place = await openWorkplace()
  const closing: (() => Promise<unknown>)[] = [place.close]
  try {
    const answers = await importLongAnswers(place, OWNER, n)
    const control = await importAnswer(place, OWNER, CONTROL)
    const noted = path.join(place.folder, 'monitor.jsonl')
    const server = await startNext(place.folder, { DATABASE_URL: place.url, ...monitored(noted) })
    closing.unshift(server.stop)
    const browser = await openBrowser(place.folder)
    closing.unshift(() => browser.close())
    const page = await browser.newPage()
    await watchLongTasks(page)
    const urlOf = (answer: LongAnswer) => `${server.url}/c/${answer.conversationId}`
    for (let i = 0; i < 3; i++) await longestTask(page, urlOf(control))
    await new Promise((resolve) => setTimeout(resolve, 2 * NOTE_MS))
    say(`opening ${answers.length} conversations …`)
    const opened: Opened[] = []
    const failed: string[] = []
    // Short answers in between measure how much the machine itself contributes.
    const turns = answers.flatMap((answer, i) => (i % CONTROL_EVERY === 0 ? [control, answer] : [answer]))
    for (const answer of turns) {
      const from = Date.now()
      const browserMs = await longestTask(page, urlOf(answer)).catch((error: Error) => {
        failed.push(`${answer.name}: ${error.message.split('\n')[0]}`)
        return null
      })
      if (browserMs !== null) opened.push({ answer, from, to: Date.now(), browserMs, serverMs: 0 })
    }
    await new Promise((resolve) => setTimeout(resolve, NOTE_MS))
    const lags = notes(noted)
    const timed = opened.map((one) => ({
      ...one,
      serverMs: Math.max(
        0,
        ...lags.filter(({ at }) => at >= one.from && at <= one.to + NOTE_MS).map(({ lagMax }) => lagMax),
      ),
    }))
    return report(timed, failed)
  } finally {
    for (const close of closing) await close()
  }
}

function report(all: Opened[], failed: string[]): Report {
  const opened = all.filter(({ answer }) => answer.kind !== 'control')
  const rowOf = (kind: string, some: Opened[]): Row => ({
    kind,
    opened: some.length,
    serverP50: rounded(median(some.map((one) => one.serverMs))),
    serverP95: rounded(
      percentile(
        some.map((one) => one.serverMs),
        0.95,
      ),
    ),
    serverMax: rounded(Math.max(...some.map((one) => one.serverMs))),
    browserP50: rounded(median(some.map((one) => one.browserMs))),
    browserP95: rounded(
      percentile(
        some.map((one) => one.browserMs),
        0.95,
      ),
    ),
    browserMax: rounded(Math.max(...some.map((one) => one.browserMs))),
  })
  const slowest = (key: 'serverMs' | 'browserMs') =>
    [...opened]
      .sort((a, b) => b[key] - a[key])
      .slice(0, 5)
      .map((one) => `${one.answer.name} ${rounded(one[key])} ms`)
      .join('; ')
  return {
    rows: KINDS.map((kind) =>
      rowOf(
        kind,
        all.filter(({ answer }) => answer.kind === kind),
      ),
    ),
    goals: [
      { goal: 'conversations that fail to open', value: failed.length, limit: 0, unit: 'conversations' },
      {
        goal: 'longest block of the server',
        value: rounded(Math.max(...opened.map((one) => one.serverMs))),
        limit: 100,
        unit: 'ms',
      },
      {
        goal: 'longest task of the browser',
        value: rounded(Math.max(...opened.map((one) => one.browserMs))),
        limit: 200,
        unit: 'ms',
      },
    ],
    notes: [
      ...failed.slice(0, 10),
      `Server: ${slowest('serverMs')}`,
      `Browser: ${slowest('browserMs')}`,
      'Each text is the answer of an imported conversation, opened in a real browser against `next start` and scrolled through once it is formatted. Server = event loop delay meanwhile; browser = longest task reported by PerformanceObserver.',
      `Machine load: ${os.loadavg().map(rounded).join(', ')} on ${os.cpus().length} processors.`,
    ],
  }
}

export const markdown: Bench = {
  name: 'markdown',
  about: '300 hostile and ordinary answers up to 200 KB in a real browser',
  run,
}
