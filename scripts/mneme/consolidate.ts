import { z } from 'zod'
import { planConsolidation, runConsolidation } from '@/lib/services/consolidation'
import type { ConsolidatedDto, ConsolidationDto, NamedStrategy } from '@/lib/shared/consolidation'
import { argumentsOf, defineCommand } from './command'
import { withMemory } from './memory'
import { count, print, printJson } from './output'

const name = ({ slug, title }: NamedStrategy) => `${slug} ${title}`

function planLines({ items, merges, opposites, retired, trials, links }: ConsolidationDto): string[] {
  const lines = [
    ...merges.map(({ from, into }) => `merge     ${name(from)} into ${name(into)}`),
    ...opposites.map(
      (pair) => `flag      ${pair.map(name).join(' and ')}: they seem to contradict each other`,
    ),
    ...retired.map((one) => `retire    ${name(one)}: unused`),
    ...trials.map((one) => `try again ${name(one)}: quarantined`),
    ...(links ? [`link      ${count(links, 'related pair')}`] : []),
  ]
  return [
    `${count(items, 'strategy', 'strategies')} in all.`,
    ...(lines.length ? lines : ['Nothing to change.']),
  ]
}

const doneLine = ({ merged, flagged, linked, retired }: ConsolidatedDto) =>
  merged + flagged + linked + retired > 0 &&
  `${merged} merged, ${flagged} flagged as contradicting, ${linked} linked, ${retired} retired. Undo it in the history of the Playbook.`

export const consolidateCommand = defineCommand({
  name: 'consolidate',
  args: '[--dry-run]',
  about: `Tidies the strategies: merges duplicates, flags contradictions, links related ones, retires what is unused.
It asks no model.`,
  flags: { 'dry-run': { about: 'says what would change, and changes nothing' } },
  input: z.object({ args: argumentsOf(0, 0), 'dry-run': z.boolean().default(false) }),
  run: ({ 'dry-run': isDry }, call) =>
    withMemory(call, { create: false }, async (who) => {
      const plan = await planConsolidation(who)
      const done = isDry ? null : await runConsolidation(who)
      if (call.json) printJson(done ?? plan)
      else print([...planLines(plan), done && doneLine(done)].filter(Boolean).join('\n'))
      return 0
    }),
})
