import pino, { type Logger } from 'pino'
import { once } from '@/lib/base/once'
import { env } from '@/lib/config/env'
import { createRedact } from '@/lib/model/call/redact'

/** For a process whose output a person reads: nothing is logged. */
export const silence = (): void => void once('log', () => pino({ level: 'silent' }))

/** The process's log: JSON lines on standard output. Secrets are redacted first. */
export const logger = (): Logger =>
  once('log', () => {
    const { OPENAI_API_KEY, MNEME_REFLECTIVE_API_KEY } = env()
    const { MNEME_ACCESS_TOKEN, MNEME_METRICS_TOKEN, MNEME_SECRET } = env()
    const redact = createRedact([
      ...[OPENAI_API_KEY, MNEME_REFLECTIVE_API_KEY],
      ...[MNEME_ACCESS_TOKEN, MNEME_METRICS_TOKEN, MNEME_SECRET],
    ])
    return pino({
      level: env().NODE_ENV === 'test' ? 'silent' : 'info',
      base: null,
      hooks: { streamWrite: (line) => redact(line) },
    })
  })
