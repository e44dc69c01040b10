import type { Format } from '@/components/ui/words/use-format'
import type { ConsolidatedDto, ConsolidationDto, NamedStrategy } from '@/lib/shared/learning/consolidation'
import { UNTITLED } from '@/lib/shared/untitled'

/** One kind of change in a plan: what will happen, and to which lessons or texts. */
type PlanPart = { title: string; items: string[] }
const name = ({ title }: NamedStrategy) => `“${title}”`

/** What a consolidation would change, part by part; empty = nothing. */
export function planParts(plan: ConsolidationDto, { plural, bytes }: Format): PlanPart[] {
  const { merges, opposites, retired, trials, unclear, texts } = plan
  const parts = [
    {
      count: merges.length,
      title: `${plural(merges.length, 'duplicate')} will be merged`,
      items: merges.map(({ from, into }) => `${name(from)} into ${name(into)}`),
    },
    {
      count: opposites.length,
      title: plural(opposites.length, 'pair seems to contradict', 'pairs seem to contradict'),
      items: opposites.map((pair) => `${pair.map(name).join(' and ')}: flagged, both kept`),
    },
    {
      count: retired.length,
      title: `${plural(retired.length, 'unused lesson')} will be retired`,
      items: retired.map(name),
    },
    {
      count: trials.length,
      title: `${plural(trials.length, 'lesson')} set aside will get a last try`,
      items: trials.map(name),
    },
    {
      count: unclear,
      title: `${plural(unclear, 'similar pair')} may say the same: a model decides, if one is connected`,
      items: [],
    },
    ...(texts ? [textsPart(texts, { plural, bytes })] : []),
  ]
  return parts.filter(({ count }) => count > 0).map(({ title, items }) => ({ title, items }))
}

function textsPart(
  { turns, bytes: size, which }: NonNullable<ConsolidationDto['texts']>,
  { plural, bytes }: Pick<Format, 'plural' | 'bytes'>,
) {
  const more = turns - which.length
  return {
    count: turns,
    title: `${plural(turns, 'full text')} not recalled lately (up to ${bytes(size)}) will be dropped. You can restore them in Settings for 30 days`,
    items: [
      ...which.map(({ number, title }) => `message ${number} of “${title || UNTITLED}”`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
  }
}

/** "Consolidated: 2 lessons merged, 1 retired." */
export function consolidatedWords({ merged, retired, flagged }: Omit<ConsolidatedDto, 'groupId'>): string {
  const done = [
    merged && `${merged} ${merged === 1 ? 'lesson' : 'lessons'} merged`,
    retired && `${retired} retired`,
    flagged && `${flagged} ${flagged === 1 ? 'contradiction' : 'contradictions'} flagged`,
  ].filter(Boolean)
  return done.length ? `Consolidated: ${done.join(', ')}.` : 'Consolidated. No lesson needed to change.'
}
