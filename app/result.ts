import { logger } from '@/lib/services/log'
import { type Failure, MnemeError, type Result, toFailure } from '@/lib/shared/errors'

/** An error as data for its reader. An unexpected one is logged with `what` failed. */
export function reported(error: unknown, what: string): Failure {
  if (!(error instanceof MnemeError))
    logger().error({ error: String((error as Error)?.stack ?? error) }, `${what} failed`)
  return toFailure(error)
}

/** The value of `run`, or its failure as data. */
export async function resultOf<T>(run: () => Promise<T>, what: string): Promise<Result<T>> {
  try {
    return { ok: true, value: await run() }
  } catch (error) {
    return { ok: false, error: reported(error, what) }
  }
}
