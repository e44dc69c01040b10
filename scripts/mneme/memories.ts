import { z } from 'zod'
import { changeStrategies } from '@/lib/services/learning/playbook'
import { findStrategies } from '@/lib/services/learning/playbook-list'
import { sharedStrategies } from '@/lib/services/learning/shared-strategies'
import { MnemeError } from '@/lib/shared/errors'
import type { StrategyDto } from '@/lib/shared/learning/playbook'
import { STRATEGY_STATUSES } from '@/lib/shared/learning/strategies'
import { domainSchema } from '@/lib/shared/schemas'
import { argumentsOf, type Call, defineCommand } from './command'
import { datedName, writeTo } from './files'
import { importNamed } from './import'
import { withMemory } from './memory'
import { count, print, printJson, say } from './output'

const EMPTY = `The playbook is empty. It fills as turns are judged: with a model from any turn that teaches something,
without one from turns that used tools and that you mark as good. You can also add strategies on the Playbook
page, or import a file: npm run mneme -- memories import FILE`

const domainFlag = { of: 'NAME', about: 'only those in exactly this domain' }

const list = defineCommand({
  name: 'memories list',
  args: '[--domain NAME] [--status STATUS]',
  about: 'Lists the strategies that were learned, added or imported.',
  flags: {
    domain: domainFlag,
    status: { of: 'STATUS', about: `only those that are ${STRATEGY_STATUSES.join(', ')}` },
  },
  input: z.object({
    args: argumentsOf(0, 0),
    domain: domainSchema.optional(),
    status: z.enum(STRATEGY_STATUSES, `There are: ${STRATEGY_STATUSES.join(', ')}.`).optional(),
  }),
  run: ({ domain, status }, call) =>
    withMemory(call, { create: false }, async (who) => {
      const all = await findStrategies(who)
      const found = all.filter(
        (one) =>
          (domain === undefined || one.domain === domain) && (status === undefined || one.status === status),
      )
      if (call.json) printJson(found)
      else if (found.length) print(found.map(line).join('\n'))
      else say(all.length ? 'There is no such strategy.' : EMPTY)
      return 0
    }),
})

const line = ({ slug, status, domain, helpful, harmful, title }: StrategyDto) =>
  [
    slug.padEnd(11),
    status.padEnd(11),
    (domain || '-').padEnd(12),
    `+${helpful} -${harmful}`.padEnd(7),
    title,
  ].join(' ')

/** The strategies with these ids. @throws MnemeError not_found naming every unknown id. */
function named(all: StrategyDto[], ids: readonly string[]): StrategyDto[] {
  const found = ids.map((id) => all.find((one) => one.slug === id || one.id === id))
  const missing = ids.filter((_, i) => !found[i])
  if (missing.length)
    throw new MnemeError(
      'not_found',
      `There is no strategy ${missing.join(', ')}.`,
      '"memories list" shows their ids.',
    )
  return found.flatMap((one) => one ?? [])
}

const show = defineCommand({
  name: 'memories show',
  args: 'ID',
  about: 'Shows one strategy with its ratings, uses and source turns.',
  flags: {},
  input: z.object({ args: argumentsOf(1, 1, 'Name the strategy, such as heu-00012.') }),
  run: ({ args }, call) =>
    withMemory(call, { create: false }, async (who) => {
      const [one] = named(await findStrategies(who), args)
      if (!one) return 1
      if (call.json) printJson(one)
      else print(details(one).join('\n'))
      return 0
    }),
})

const details = (one: StrategyDto): string[] => [
  `${one.slug}  ${one.title}`,
  [one.status, one.domain, one.kind, ...one.tags.map((tag) => `#${tag}`), ...(one.pinned ? ['pinned'] : [])]
    .filter(Boolean)
    .join(' · '),
  ...['', ...(one.description ? [one.description, ''] : []), one.content, ''],
  `${one.helpful} helpful, ${one.harmful} harmful, ${one.neutral} neutral; in the prompts of ${count(one.uses, 'turn')}, cited by ${count(one.cited, 'answer')}.`,
  ...(one.mergedInto ? [`Merged into ${one.mergedInto}.`] : []),
  ...one.sources.map(
    ({ title, number, conversationId }) => `Learned from "${title}", turn ${number} (${conversationId}).`,
  ),
]

const approve = defineCommand({
  name: 'memories approve',
  args: 'ID… | --domain NAME',
  about: `Approves strategies that were imported or learned from external text, so that they are used.
Read them first: "memories list --status proposed" and "memories show".`,
  flags: { domain: { of: 'NAME', about: 'all that are waiting in this domain' } },
  input: z
    .object({ args: z.array(z.string()), domain: domainSchema.optional() })
    .refine(({ args, domain }) => args.length > 0 !== (domain !== undefined), {
      message: 'Name the strategies to approve, or a domain with --domain.',
    }),
  run: ({ args, domain }, call) =>
    withMemory(call, { create: false }, async (who) => {
      const all = await findStrategies(who)
      const chosen =
        domain === undefined
          ? named(all, args)
          : all.filter((one) => one.status === 'proposed' && one.domain === domain)
      if (chosen.length) await changeStrategies(who, { act: 'approve', ids: chosen.map(({ id }) => id) })
      const approved = chosen.map(({ slug }) => slug)
      if (call.json) printJson({ approved })
      else
        print(approved.length ? `Approved ${approved.join(', ')}.` : 'Nothing is waiting for approval there.')
      return 0
    }),
})

const share = defineCommand({
  name: 'memories export',
  args: '[--domain NAME] [FILE]',
  about: `Writes the strategies in use to a file for other installations: their text and how reliable they were,
without turns and conversations. Personal data that Mneme recognises are replaced in every field; read the
file before you send it. FILE can be - for standard output.`,
  flags: { domain: domainFlag },
  input: z.object({ args: argumentsOf(0, 1), domain: domainSchema.optional() }),
  run: ({ args: [name = datedName('mneme-strategies')], domain }, call: Call) =>
    withMemory(call, { create: false }, async (who) => {
      const { file, notes } = await sharedStrategies(who, domain ?? null)
      const doubtful = [...new Set(notes.flatMap((note) => note.doubtful))]
      if (doubtful.length)
        say(`Read these words before you send it, they may be names: ${doubtful.join(', ')}`)
      return writeTo({ ...call, name }, [`${JSON.stringify(file, null, 2)}\n`])
    }),
})

const take = defineCommand({
  name: 'memories import',
  args: 'FILE',
  about: `Adds the strategies from a file that "memories export" wrote. They wait for approval; existing ones are
not added again. FILE can be - for standard input.`,
  flags: {},
  input: z.object({ args: argumentsOf(1, 1, 'Name the file to import.') }),
  run: ({ args: [file = '-'] }, call) => importNamed(file, call, { only: 'strategies' }),
})

export const memoriesCommands = [list, show, approve, share, take]
