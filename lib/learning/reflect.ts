import type { StrategyChange } from '@/lib/db/learning/log/changes'
import type { UsedStrategy } from '@/lib/db/learning/uses/used'
import type { ReflectionOutput } from '@/lib/prompts/reflect'
import type { StrategyTag } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'

const BY_LABEL = { success: 'helpful', failure: 'harmful', unknown: 'neutral' } as const

/**
 * One tag for each strategy that the turn cited: as the reflection says, else as the verdict does. `rejected`
 * = ids of the reflection that the turn did not cite.
 */
export function tagsOf(
  turnId: string,
  cited: readonly Pick<UsedStrategy, 'id' | 'slug'>[],
  { label }: Pick<Verdict, 'label'>,
  reflection: Pick<ReflectionOutput, 'bullet_tags'> | null,
): { changes: StrategyChange[]; rejected: string[] } {
  const said = new Map<string, StrategyTag>()
  for (const { id, tag } of reflection?.bullet_tags ?? []) if (!said.has(id)) said.set(id, tag)
  const slugs = new Set(cited.map(({ slug }) => slug))
  return {
    changes: cited.map(({ id, slug }) => ({
      ...{ op: 'TAG', id, turnId },
      tag: said.get(slug) ?? BY_LABEL[label],
    })),
    rejected: [...said.keys()].filter((slug) => !slugs.has(slug)),
  }
}
