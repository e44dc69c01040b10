import { allStrategies, type StrategyRow } from '@/lib/db/learning/strategies'
import { reliability } from '@/lib/learning/score'
import { redact } from '@/lib/model/offline/fallbacks'
import { MnemeError } from '@/lib/shared/errors'
import {
  type SharedStrategy,
  STRATEGIES_FILE,
  STRATEGIES_VERSION,
  type StrategiesFile,
  sharedStrategySchema,
} from '@/lib/shared/learning/strategies-file'
import type { Who } from './playbook'

const clean = (text: string) => redact(text).text.trim()

/** Personal data is replaced; null if a field becomes too long by that. */
function sharedOf({ section, kind, outcome, ...row }: StrategyRow): SharedStrategy | null {
  const confidence = Math.round(reliability('calibrated', row) * 1_000) / 1_000
  const shared = {
    ...{ section, kind, outcome, confidence, tags: [...new Set((row.tags as string[]).map(clean))] },
    ...{ title: clean(row.title), description: clean(row.description), content: clean(row.content) },
    domain: clean(row.domain),
  }
  return sharedStrategySchema.safeParse(shared).data ?? null
}

/**
 * The strategies in use as a file for other installations; `domain` null = of every domain. Those of a single
 * conversation stay here. @throws MnemeError not_found if there is none.
 */
export async function sharedStrategies(
  { db, ownerId, runtime }: Who,
  domain: string | null,
): Promise<StrategiesFile> {
  const every = await allStrategies(db, ownerId)
  // A procedure that was learned quotes the message of its turn.
  const usable = every.filter(
    ({ status, conversationId, kind, sources }) =>
      status === 'active' && conversationId === null && !(kind === 'procedure' && sources.length > 0),
  )
  const rows = usable.filter((row) => domain === null || row.domain === domain)
  if (rows.length === 0) throw noneIn(domain, [...new Set(usable.flatMap((row) => row.domain || []))].sort())
  return {
    ...{
      format: STRATEGIES_FILE,
      version: STRATEGIES_VERSION,
      domain: domain === null ? null : clean(domain),
    },
    exportedAt: runtime.now().toISOString(),
    strategies: rows.flatMap((row) => sharedOf(row) ?? []),
  }
}

function noneIn(domain: string | null, domains: string[]): MnemeError {
  const known = domains.length ? `There are strategies of: ${domains.join(', ')}.` : undefined
  return domain === null
    ? new MnemeError(
        'not_found',
        'There is no strategy in use to share.',
        'Add or approve one in the Playbook.',
      )
    : new MnemeError('not_found', `No strategy in use has the domain "${domain}".`, known)
}
