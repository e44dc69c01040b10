import { logger } from '@/lib/services/log'
import { MnemeError, type Result, toFailure } from '@/lib/shared/errors'

/** The value of `run`, or its failure as data. An unexpected error is logged with `what` failed. */
export async function resultOf<T>(run: () => Promise<T>, what: string): Promise<Result<T>> {
  try {
    return { ok: true, value: await run() }
  } catch (error) {
    if (!(error instanceof MnemeError))
      logger().error({ error: String((error as Error)?.stack ?? error) }, `${what} failed`)
    return { ok: false, error: toFailure(error) }
  }
}
