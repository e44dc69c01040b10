import { judgeByEvidence } from '@/lib/heuristics/judge'
import type { Bench, Report } from '../bench'
import { rounded } from '../stats'
import { evidenceOf, ownSet, type Trajectory, trajectoriesIn } from './trajectories'

type Judge = { engine: 'heuristic' | 'model'; judge(trajectory: Trajectory): Promise<Trajectory['label']> }
/** A judge with a model joins the list when one is configured. */
const JUDGES: readonly Judge[] = [
  { engine: 'heuristic', judge: async (trajectory) => judgeByEvidence(evidenceOf(trajectory)).label },
]
const GOAL = 70

async function wrongOf({ judge }: Judge, set: readonly Trajectory[]) {
  const judged = await Promise.all(set.map(async (one) => ({ ...one, given: await judge(one) })))
  return judged.filter(({ label, given }) => label !== given)
}
const shareOf = (right: number, all: number) => Math.round((1_000 * right) / all) / 1_000

async function run({ data }: Parameters<Bench['run']>[0]): Promise<Report> {
  const report: Report = { rows: [], goals: [], notes: [] }
  const set = data ? trajectoriesIn(data) : ownSet('held')
  for (const judge of JUDGES) {
    const wrong = await wrongOf(judge, set)
    const accuracy = shareOf(set.length - wrong.length, set.length)
    report.rows.push({ engine: judge.engine, n: set.length, accuracy })
    report.goals.push({
      goal: `${judge.engine}: right`,
      value: rounded(100 * accuracy),
      limit: GOAL,
      unit: '%',
      atLeast: true,
    })
    for (const { text, label, given, why } of wrong)
      report.notes.push(`${judge.engine} says ${given}, labelled ${label}: ${JSON.stringify(text)} (${why})`)
    if (data) continue
    const dev = ownSet('dev')
    const devWrong = await wrongOf(judge, dev)
    report.notes.push(
      `${judge.engine} on the ${dev.length} it was tuned on: ${shareOf(dev.length - devWrong.length, dev.length)}`,
    )
  }
  return report
}

export const judge: Bench = {
  name: 'judge',
  about: 'verdicts on turns against labels by hand (--data FILE in the form of bench/judge/data)',
  run,
}
