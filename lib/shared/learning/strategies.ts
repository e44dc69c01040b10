import { z } from 'zod'
import { limitsOfLearning as limits } from '../limits/learning'
import { namesIn } from '../pick'
import { idSchema } from '../schemas'
import { textSchema } from '../text'

/** The sections of a playbook by the slug that the ids of their strategies begin with. */
export const PLAYBOOK_SECTIONS = {
  str: 'Strategies',
  cal: 'Formulas and calculations',
  code: 'Code and templates',
  mis: 'Mistakes to avoid',
  heu: 'Heuristics',
  ctx: 'Context clues',
  api: 'Tools and APIs',
  ver: 'Verification',
  misc: 'Others',
} as const
export type PlaybookSection = keyof typeof PLAYBOOK_SECTIONS
export const PLAYBOOK_SLUGS = Object.keys(PLAYBOOK_SECTIONS) as PlaybookSection[]
const sectionSchema = z.enum(PLAYBOOK_SLUGS as [PlaybookSection, ...PlaybookSection[]])
export const STRATEGY_KINDS = namesIn('principle guardrail procedure')
export const strategyKindSchema = z.enum(STRATEGY_KINDS)
/** `proposed` = learned from a turn that read text from outside, so a person must approve it. */
export const STRATEGY_STATUSES = namesIn('active quarantined retired proposed')
export const strategyStatusSchema = z.enum(STRATEGY_STATUSES)
export type StrategyStatus = z.infer<typeof strategyStatusSchema>
export const STRATEGY_TAGS = namesIn('helpful harmful neutral')
export const strategyTagSchema = z.enum(STRATEGY_TAGS)
export type StrategyTag = z.infer<typeof strategyTagSchema>
export const LINK_RELATIONS = namesIn('duplicate_of contradicts refines entails')
/** Who made a change: the person, a model, the rules without one, a consolidation, or an import. */
export const DELTA_AUTHORS = namesIn('person model heuristic consolidation import')
export type DeltaAuthor = (typeof DELTA_AUTHORS)[number]
export const DELTA_OPS = namesIn('ADD UPDATE TAG REMOVE MERGE FORGET')
export type DeltaOp = (typeof DELTA_OPS)[number]

/**
 * The name of a strategy on screen and in prompts: the slug of its section and a number that is never reused.
 */
export const SLUG = /^[a-z]{3,4}-\d{5,}$/
export const slugOf = (section: PlaybookSection, no: number) => `${section}-${String(no).padStart(5, '0')}`
export const slugNumber = ({ slug }: { slug: string }) => Number(slug.slice(slug.indexOf('-') + 1))

const text = (max: number) => textSchema(max).transform((value) => value.trim())
const some = (max: number) => text(max).refine(Boolean, 'Write something here.')
/** What a person or a model writes of a strategy. */
export const strategyTextSchema = z.strictObject({
  section: sectionSchema,
  kind: strategyKindSchema,
  title: some(limits.titleChars),
  description: text(limits.descriptionChars),
  content: some(limits.contentChars),
  tags: z.array(some(limits.tagChars)).max(limits.tags),
  domain: text(limits.domainChars),
})
export type StrategyText = z.infer<typeof strategyTextSchema>

/**
 * A strategy as the delta log keeps it. Left out are `uses` and the time of the last one, which are counted
 * from the turns. `sources` = turns it was learned from, `query` = what they were asked; `prior` in [0, 1] =
 * how reliable it counts before it was used.
 */
export const strategyStateSchema = strategyTextSchema.extend({
  slug: z.string().regex(SLUG),
  query: textSchema(limits.queryChars),
  conversationId: idSchema.nullable(),
  outcome: z.enum(['success', 'failure', 'unknown']),
  prior: z.number().min(0).max(1),
  helpful: z.int().nonnegative(),
  harmful: z.int().nonnegative(),
  neutral: z.int().nonnegative(),
  status: strategyStatusSchema,
  pinned: z.boolean(),
  untrusted: z.boolean(),
  mergedIntoId: idSchema.nullable(),
  createdAt: z.iso.datetime(),
  sources: z.array(idSchema),
  links: z.array(
    z.strictObject({ to: idSchema, relation: z.enum(LINK_RELATIONS), weight: z.number().min(0).max(1) }),
  ),
})
export type StrategyState = z.infer<typeof strategyStateSchema>
export type Counters = Pick<StrategyState, 'helpful' | 'harmful' | 'neutral'>

/** In [-1, 1]: (helpful - harmful) / all tags; 0 before the first one (seed 003). */
export function effectiveness({ helpful, harmful, neutral }: Counters): number {
  const all = helpful + harmful + neutral
  return all ? (helpful - harmful) / all : 0
}

/** `[str-00012] helpful=3 harmful=0 :: content`, as prompts show a strategy (seed 003). */
export const strategyLine = ({
  slug,
  helpful,
  harmful,
  content,
}: Pick<StrategyState, 'slug' | 'helpful' | 'harmful' | 'content'>) =>
  `[${slug}] helpful=${helpful} harmful=${harmful} :: ${content}`
