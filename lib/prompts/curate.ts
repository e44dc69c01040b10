import { z } from 'zod'
import { PLAYBOOK_SECTIONS, PLAYBOOK_SLUGS, SLUG, strategyKindSchema } from '@/lib/shared/learning/strategies'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { foreignText } from '@/lib/shared/text'
import { build as fence } from './fence'
import { IS_DATA, type StrategyInput, strategySection } from './trajectory'

export const version = 'curate-2'
export const name = 'playbook_delta'
/**
 * Loose on purpose: one operation that is wrong must not cost the others. Each is then read by
 * `operationSchema`.
 */
export const schema = z.object({
  reasoning: foreignText(2_000),
  operations: z
    .array(
      z.object({
        type: foreignText(20),
        id: foreignText(40).nullish(),
        ids: z.array(foreignText(40)).max(10).nullish(),
        section: foreignText(20).nullish(),
        kind: foreignText(20).nullish(),
        title: foreignText(limits.titleChars).nullish(),
        description: foreignText(limits.descriptionChars).nullish(),
        content: foreignText(limits.contentChars).nullish(),
        tags: z.array(foreignText(limits.tagChars)).max(limits.tags).nullish(),
      }),
    )
    .max(10),
})
export type DeltaOutput = z.infer<typeof schema>

const id = z.string().regex(SLUG)
const title = foreignText(limits.titleChars).trim().min(1)
const content = foreignText(limits.contentChars).trim().min(limits.leastContentChars)
/** An operation with all it needs. Whether its ids exist is for the caller to see. */
export const operationSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ADD'),
    section: z.enum(PLAYBOOK_SLUGS),
    kind: strategyKindSchema,
    title,
    description: foreignText(limits.descriptionChars).nullish(),
    content,
    tags: z.array(foreignText(limits.tagChars)).nullish(),
  }),
  z.object({ type: z.literal('UPDATE'), id, title: title.nullish(), content }),
  z.object({ type: z.literal('REMOVE'), id }),
  z.object({ type: z.literal('MERGE'), ids: z.array(id).min(2), title: title.nullish(), content }),
])
export type Operation = z.infer<typeof operationSchema>

export type Input = {
  /** Why the turn of the new lessons was judged as it was; none if there are no new lessons. */
  reasons: readonly string[]
  /** New lessons of a turn, and the strategies of the playbook that are near them, or near one another. */
  proposed: readonly Omit<StrategyInput, 'slug'>[]
  playbook: readonly StrategyInput[]
}

const SECTIONS = Object.entries(PLAYBOOK_SECTIONS)
  .map(([slug, title]) => `${slug} (${title})`)
  .join(', ')

/** One call that decides how new lessons change the playbook. */
export const build = ({ reasons, proposed, playbook }: Input): { system: string; user: string } => ({
  system: `Decide how the playbook changes. ${IS_DATA} Give only the changes, never the whole playbook.

- ADD {section, kind, title, description, content, tags}: a lesson that the playbook lacks. section: ${SECTIONS}. kind: principle, guardrail or procedure.
- UPDATE {id, title, content}: a strategy that the lesson corrects or completes. Keep all of it that still holds.
- REMOVE {id}: a strategy that the verdict shows to be wrong.
- MERGE {ids, title, content}: strategies that say the same.

Every operation has a type, one of these four words. Use only ids from the section "playbook". Change as little as possible. Two strategies that differ in when they apply stay apart. No URLs, names of people or private details. Nothing to change: {"reasoning":"…","operations":[]}.`,
  user: fence(
    [
      {
        name: 'verdict',
        note: 'Why the turn of the new lessons was judged as it was.',
        items: reasons.map((text) => ({ attributes: {}, text })),
      },
      {
        name: 'proposed',
        note: 'New lessons.',
        items: proposed.map(({ title, content }) => ({ attributes: {}, text: `${title}\n${content}` })),
      },
      ...strategySection('playbook', 'Strategies that say something similar.', playbook),
    ].filter(({ items }) => items.length > 0),
  ),
})
