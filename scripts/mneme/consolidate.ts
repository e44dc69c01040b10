import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { worseWords } from '@/components/playbook/consolidation/consolidation-words'
import {
  consolidationState,
  planConsolidation,
  startConsolidation,
} from '@/lib/services/learning/consolidation'
import { silence } from '@/lib/services/log'
import { serviceForTurn } from '@/lib/services/service'
import { MnemeError } from '@/lib/shared/errors'
import type { ConsolidatedDto, ConsolidationDto, NamedStrategy } from '@/lib/shared/learning/consolidation'
import { UNTITLED } from '@/lib/shared/untitled'
import { argumentsOf, type Call, defineCommand } from './command'
import { ownerOf, withMemory } from './memory'
import { count, print, printJson } from './output'

const name = ({ slug, title }: NamedStrategy) => `${slug} ${title}`

function planLines({
  items,
  merges,
  opposites,
  retired,
  worse,
  trials,
  links,
  unclear,
  texts,
}: ConsolidationDto): string[] {
  const lines = [
    ...merges.map(({ from, into }) => `merge     ${name(from)} into ${name(into)}`),
    ...opposites.map(
      (pair) => `flag      ${pair.map(name).join(' and ')}: they seem to contradict each other`,
    ),
    ...retired.map((one) => `retire    ${name(one)}: unused`),
    ...worse.map((one) => `quarantine ${name(one)}: ${worseWords(one)}`),
    ...trials.map((one) => `try again ${name(one)}: quarantined`),
    ...(links ? [`link      ${count(links, 'related pair')}`] : []),
    ...(unclear
      ? [`ask about ${count(unclear, 'pair')} that may say the same thing: a model decides, if there is one`]
      : []),
    ...(texts?.turns
      ? [
          `drop      ${count(texts.turns, 'full text')} not used recently; you can restore them in Settings for 30 days:`,
          ...texts.which.map(
            ({ number, title, conversationId }) =>
              `          turn ${number} of "${title || UNTITLED}" (${conversationId})`,
          ),
          ...(texts.turns > texts.which.length
            ? [`          and ${texts.turns - texts.which.length} more`]
            : []),
        ]
      : []),
  ]
  return [
    `${count(items, 'strategy', 'strategies')} in all.`,
    ...(lines.length ? lines : ['Nothing to change.']),
  ]
}

const doneLine = ({ merged, flagged, linked, retired, quarantined }: ConsolidatedDto) =>
  merged + flagged + linked + retired + quarantined > 0 &&
  `${merged} merged, ${flagged} flagged as contradicting, ${linked} linked, ${retired} retired, ${quarantined} quarantined. You can undo this in the Playbook history.`

const POLL_MS = 100
/** Runs one as the server does: with a backup, and with the model if there is one. */
async function consolidated(call: Call): Promise<ConsolidatedDto> {
  const ownerId = ownerOf(call)
  silence()
  const service = await serviceForTurn({ conversationId: '', turnId: '' })
  try {
    const caller = { ...service, ownerId }
    const started = await startConsolidation(caller)
    for (;;) {
      call.signal.throwIfAborted()
      const state = await consolidationState(caller, started)
      if (state.stage === 'done') return state.done
      if (state.stage === 'failed')
        throw new MnemeError(state.error.code, state.error.message, state.error.hint)
      await Promise.all([Promise.race([service.jobs.tick(), sleep(POLL_MS)]), sleep(POLL_MS)])
    }
  } finally {
    await service.stop()
  }
}

export const consolidateCommand = defineCommand({
  name: 'consolidate',
  args: '[--dry-run]',
  about: `Tidies the strategies: merges duplicates, flags contradictions, links related ones, retires unused ones.
Makes a backup first, and asks the model, if there is one, about unclear pairs.`,
  flags: { 'dry-run': { about: 'shows what would change, without changing it' } },
  input: z.object({ args: argumentsOf(0, 0), 'dry-run': z.boolean().default(false) }),
  run: async ({ 'dry-run': isDry }, call) => {
    const plan = await withMemory(call, { create: false }, planConsolidation)
    const done = isDry ? null : await consolidated(call)
    if (call.json) printJson(done ?? plan)
    else print([...planLines(plan), done && doneLine(done)].filter(Boolean).join('\n'))
    return 0
  },
})
