import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDb } from '@/lib/db/engine/client'
import { isConflict, isGone, isTaken, retryLost } from '@/lib/db/engine/errors'
import { act, OPERATIONS, type Operation } from '@/lib/db/testing-histories'
import { consolidationWrites } from '@/lib/learning/consolidate/consolidate'
import { playbookCore } from '@/lib/learning/retrieve'
import { countTokens } from '@/lib/model/tokens'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { seededRandom } from '../seed/random'
import { wait } from './child'

/**
 * `history-worker.ts URL FOLDER NAME OTHER SEEDS STEPS`: one of two processes that change the same playbooks
 * at once, one playbook per seed; they begin each together. Prints `busy` per step that lost to the other
 * every time it tried.
 */
const [url = '', folder = '', name = '', other = '', seeds = '0', steps = '0'] = process.argv.slice(2)
const db = await openDb(url)
const KINDS = [...OPERATIONS, 'consolidate', 'recall'] as const
const runtime = systemRuntime

const consolidated = (ownerId: string) =>
  retryLost(async () => {
    const run = { id: runtime.id('run'), trigger: 'person' as const, turnId: null }
    await db.$transaction((await consolidationWrites({ db, ownerId, runtime }, run)).writes)
  }, limitsOfLearning.tries)

for (let seed = 0; seed < Number(seeds); seed++) {
  writeFileSync(path.join(folder, `${name}.${seed}`), '')
  while (!existsSync(path.join(folder, `${other}.${seed}`))) await wait(1)
  const random = seededRandom(2 * seed + (name < other ? 0 : 1))
  const below = (n: number) => Math.floor(random() * n)
  const ownerId = `owner${seed}`
  const turns = [1, 2, 3, 4].map((i) => `turn_${seed}_${i}`)
  // A turn is run, and so uses strategies, in one process only.
  const own = turns.map((id) => `${id}_${name}`)
  for (let i = 0; i < Number(steps); i++) {
    const what = KINDS[below(KINDS.length)] ?? 'recall'
    const given = { a: below(21), b: below(21) }
    const doing =
      what === 'consolidate'
        ? consolidated(ownerId)
        : what === 'recall'
          ? playbookCore(
              { db, ownerId, conversationId: 'c', reach: 'owner', domain: '', minConfidence: 0 },
              { budgetTokens: 3_000, countTokens },
            )
          : act({ db, ownerId }, { what, ...given } as Operation, what === 'tag' ? own : turns)
    await doing.catch((error: unknown) => {
      if (!(isTaken(error) || isGone(error) || isConflict(error))) throw error
      process.stdout.write('busy\n')
    })
  }
}
process.exit(0)
