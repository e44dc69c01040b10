import path from 'node:path'
import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { writePromptFile } from '@/lib/db/engine/storage/prompt-files'
import { writesNothing } from '@/lib/db/engine/storage/storage'
import { getTurn } from '@/lib/db/turns/turns'
import { MnemeError } from '@/lib/shared/errors'
import { trajectory } from './trajectory'

/** Where prompt files are kept, whether or not logging is on now. */
export const promptFolder = () => path.resolve(env().MNEME_DATA_DIR, 'logs', 'prompts')

type Log = (message: string, fields: Record<string, unknown>) => void

/**
 * With `ENABLE_PROMPT_LOGGING` each ended turn is written to its own file, and again after each job about it.
 * Files are written one after another, after the turn. A failure is one line of the log.
 */
export class PromptLog {
  private last: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: Db,
    private readonly log: Log,
  ) {}

  put(ownerId: string, turnId: string): void {
    if (env().ENABLE_PROMPT_LOGGING && !writesNothing()) void this.alone(() => this.write(ownerId, turnId))
  }

  /** Runs a purge while no file is written: one whose turn was read before would come back after it. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work)
    this.last = done.then(
      () => {},
      () => {},
    )
    return done
  }

  /** Resolves when everything so far is written. */
  idle = (): Promise<void> => this.last

  private async write(ownerId: string, turnId: string): Promise<void> {
    try {
      const { endedAt } = await getTurn(this.db, ownerId, turnId)
      if (!endedAt) return
      const text = JSON.stringify(await trajectory(this.db, ownerId, turnId), null, 2)
      await writePromptFile(promptFolder(), { id: turnId, at: endedAt }, text)
    } catch (error) {
      // A turn that was forgotten meanwhile has no file.
      if (!(error instanceof MnemeError))
        this.log('the prompts of a turn could not be logged', { turnId, error: String(error) })
    }
  }
}
