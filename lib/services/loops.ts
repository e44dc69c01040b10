import type { Db } from '@/lib/db/engine/client'
import { backUpOpenDaily } from '@/lib/db/engine/storage/backup'
import { dropOldCopies } from '@/lib/db/engine/storage/kept-copy'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { purgePromptFiles } from '@/lib/db/forget/purge/purge-prompt-files'
import { pruneSpend } from '@/lib/db/ledger/spend'
import { pruneLogs } from '@/lib/db/turns/events'
import { queueTopicJobs } from '@/lib/jobs/topics/topics'
import type { Runner } from '@/lib/runtime/runner'
import { DAY_MS } from '@/lib/shared/day'
import { limits } from '@/lib/shared/limits'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { limitsOfRetention } from '@/lib/shared/memory/retention'
import type { Runtime } from '@/lib/shared/runtime'
import { writeCalls } from './door/call-log'
import { undoMs } from './forget/forget-places'
import { removeDroppedTexts } from './learning/retention'
import { backupFolder } from './storage'
import { type PromptLog, promptFolder } from './turns/prompt-log'

type Loops = {
  db: Db
  runner: Runner
  jobs: { wake(): void; tickLease(): Promise<void> }
  prompts: Pick<PromptLog, 'alone'>
  runtime: Runtime
  log(message: string, fields?: Record<string, unknown>): void
}

/** How long calls of other programs wait to be written together. */
const CALLS_MS = 2_000

/** Starts the process's loops. A tick never overlaps itself. @returns a function that ends them. */
export function startLoops({ db, runner, jobs, prompts, runtime, log }: Loops): () => void {
  const every = (ms: number, name: string, tick: () => Promise<unknown>) => {
    let busy = false
    const handle = setInterval(() => {
      if (busy) return
      busy = true
      tick()
        .catch((error) => log(`${name} failed`, { error: String(error) }))
        .finally(() => {
          busy = false
        })
    }, ms)
    handle.unref()
    return handle
  }
  const handles = [
    every(limits.runner.flushMs, 'event log', () => runner.tickFast()),
    every(limits.runner.renewMs, 'lease', () => runner.tickLease()),
    every(limits.runner.sweepMs, 'sweep', () => runner.tickSweep()),
    every(CALLS_MS, 'calls of other programs', () => writeCalls({ db, runtime })),
    every(limits.jobs.tickMs, 'jobs', async () => jobs.wake()),
    every(limitsOfTopics.tickMs, 'topics', () => queueTopicJobs({ db, runtime })),
    every(limits.jobs.leaseMs / 3, 'job leases', () => jobs.tickLease()),
    every(Math.min(undoMs(), limits.trash.undoMs) / 3, 'purge', () =>
      prompts.alone(() => purgeTrash(db, runtime.now(), promptFolder())),
    ),
    every(limits.runner.logKeptMs / 6, 'log pruning', () =>
      pruneLogs(db, new Date(runtime.now().getTime() - limits.runner.logKeptMs)),
    ),
    every(limits.runner.logKeptMs / 6, 'spending', () =>
      pruneSpend(db, new Date(runtime.now().getTime() - DAY_MS)),
    ),
    every(limits.backup.tickMs, 'the daily backup', () => {
      dropOldCopies(backupFolder(), runtime.now())
      return backUpOpenDaily(db, runtime.now())
    }),
    every(limitsOfRetention.tickMs, 'dropped texts', () => removeDroppedTexts({ db, runtime })),
    // Another process may have purged; its files are not these.
    every(limits.runner.logKeptMs / 6, 'prompt files', () =>
      prompts.alone(() => purgePromptFiles(db, promptFolder())),
    ),
  ]
  return () => {
    for (const handle of handles) clearInterval(handle)
  }
}
