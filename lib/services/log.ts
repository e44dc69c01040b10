import pino, { type DestinationStream, type Logger } from 'pino'
import { env } from '@/lib/config/env'
import { createRedact } from '@/lib/model/call/redact'
import { type Failure, MnemeError, toFailure } from '@/lib/shared/errors'
import { once } from '@/lib/shared/once'

/** For a process whose output a person reads: nothing is logged. */
export const silence = (): void => void once('log', () => pino({ level: 'silent' }))

/** JSON lines on standard output, or to the stream of the first call in a test. Secrets are redacted. */
export const logger = (to?: DestinationStream): Logger =>
  once('log', () => {
    const { OPENAI_API_KEY, MNEME_REFLECTIVE_API_KEY } = env()
    const { MNEME_ACCESS_TOKEN, MNEME_METRICS_TOKEN, MNEME_SECRET } = env()
    const redact = createRedact([
      ...[OPENAI_API_KEY, MNEME_REFLECTIVE_API_KEY],
      ...[MNEME_METRICS_TOKEN, MNEME_SECRET],
      ...(MNEME_ACCESS_TOKEN?.split(',').map((pair) => pair.slice(pair.indexOf(':') + 1)) ?? []),
    ])
    const options = {
      level: env().NODE_ENV === 'test' && !to ? 'silent' : 'info',
      base: null,
      hooks: { streamWrite: (line: string) => redact(line) },
    }
    return to ? pino(options, to) : pino(options)
  })

/** An error as data for its reader. An unexpected one is logged with `what` failed. */
export function reported(error: unknown, what: string): Failure {
  if (!(error instanceof MnemeError))
    logger().error({ error: String((error as Error)?.stack ?? error) }, `${what} failed`)
  return toFailure(error)
}
