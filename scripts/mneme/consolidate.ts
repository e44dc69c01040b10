import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { consolidatedWords, planParts } from '@/components/playbook/consolidation/consolidation-words'
import { formatIn } from '@/components/ui/words/format'
import {
  consolidationState,
  planConsolidation,
  startConsolidation,
} from '@/lib/services/learning/consolidation'
import { silence } from '@/lib/services/log'
import { serviceWithoutTurns } from '@/lib/services/service'
import { MnemeError } from '@/lib/shared/errors'
import type { ConsolidatedDto, ConsolidationDto } from '@/lib/shared/learning/consolidation'
import { argumentsOf, type Call, defineCommand } from './command'
import { ownerOf, withMemory } from './memory'
import { count, print, printJson } from './output'

function planLines(plan: ConsolidationDto): string[] {
  const parts = planParts(plan, formatIn('en'))
  return [
    `${count(plan.items, 'lesson')} in all.`,
    ...parts.flatMap(({ title, items }) => [`${title}.`, ...items.map((item) => `  ${item}`)]),
    ...(parts.length ? [] : ['Nothing to change.']),
  ]
}

const POLL_MS = 100
/** Runs one as the server does: with a backup, and with the model if there is one. */
async function consolidated(call: Call): Promise<ConsolidatedDto> {
  const ownerId = ownerOf(call)
  silence()
  const service = await serviceWithoutTurns()
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
  about: `Tidies the lessons: merges duplicates, flags contradictions, retires unused ones. Makes a backup first, and
asks the model, if there is one, about unclear pairs. A run can be undone in the history on the Lessons page.`,
  flags: { 'dry-run': { about: 'shows what would change, without changing it' } },
  input: z.object({ args: argumentsOf(0, 0), 'dry-run': z.boolean().default(false) }),
  run: async ({ 'dry-run': isDry }, call) => {
    const plan = await withMemory(call, { create: false }, planConsolidation)
    const done = isDry ? null : await consolidated(call)
    if (call.json) printJson(done ?? plan)
    else print([...planLines(plan), ...(done ? [consolidatedWords(done)] : [])].join('\n'))
    return 0
  },
})
