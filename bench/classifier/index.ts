import { guessDepth } from '@/lib/heuristics/depth/guess'
import { LABELS } from '@/lib/shared/turn/depth'
import type { Bench, Report, Row } from '../bench'
import { mean, percentile, rounded } from '../stats'
import { fileSet, type Labelled, ownSet, sharedSet } from './sets'

/** A confusion matrix: one row per label, one column per guess. */
function rowsOf(set: string, messages: readonly Labelled[]): { rows: Row[]; right: number } {
  let right = 0
  const rows = LABELS.map((label): Row => {
    const own = messages.filter((message) => message.label === label)
    const guessed = own.map(({ text, before }) => guessDepth(text, before, []).label)
    right += guessed.filter((one) => one === label).length
    const counts = LABELS.map((column): [string, number] => [
      column,
      guessed.filter((one) => one === column).length,
    ])
    return { set, label, messages: own.length, ...Object.fromEntries(counts) }
  })
  return { rows, right }
}

async function run({ data, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const sets: [string, Labelled[]][] = [
    ['held', ownSet('held')],
    ['seed', ownSet('seed').filter(({ text }) => !text.startsWith('!'))],
    ['labelled (trained on)', sharedSet('labelled')],
    ['tasks (trained on)', sharedSet('tasks')],
    ...(data ? [[data, fileSet(data)] satisfies [string, Labelled[]]] : []),
  ]
  const report: Report = { rows: [], goals: [], notes: [] }
  const times: number[] = []
  let cpuMs = 0
  for (const [set, messages] of sets) {
    if (messages.length === 0) {
      say(`${set}: not on this machine`)
      continue
    }
    const { rows, right } = rowsOf(set, messages)
    report.rows.push(...rows)
    const share = rounded((100 * right) / messages.length)
    if (set === 'held' || set === 'seed' || set === data)
      report.goals.push({
        goal: `${set}: right`,
        value: share,
        limit: set === 'seed' ? 100 : 90,
        unit: '%',
        atLeast: true,
      })
    else report.notes.push(`${set}: ${share} % right`)
    const cpu = process.cpuUsage()
    for (const { text, before } of messages) {
      const started = performance.now()
      guessDepth(text, before, [])
      times.push(performance.now() - started)
    }
    const { user, system } = process.cpuUsage(cpu)
    cpuMs += (user + system) / 1_000
  }
  // Other processes of a busy machine stretch the time on the clock.
  report.goals.push({
    goal: 'CPU time per message, mean',
    value: rounded(cpuMs / times.length),
    limit: 1,
    unit: 'ms',
  })
  report.notes.push(
    `on the clock: mean ${rounded(mean(times))} ms, p99 ${rounded(percentile(times, 0.99))} ms`,
  )
  return report
}

export const classifier: Bench = {
  name: 'classifier',
  about: 'depth of messages by the heuristic alone (--data FILE with lines of {text, label})',
  run,
}
