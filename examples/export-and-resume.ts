// Carries a memory to another database: node scripts/run.mjs examples/export-and-resume.ts
import { openAgent } from '@/lib/services/library'
import { inFolder, isProgram } from './in-folder'

const conversationId = 'export-and-resume'

/**
 * A conversation is closed and opened again, then exported and continued somewhere else. The exported JSON has
 * the form of `npm run mneme -- export --format seed`, which `npm run mneme -- import` takes too.
 */
export async function carryOver(here: string, elsewhere: string) {
  const first = await openAgent({ databaseUrl: here, conversationId })
  await first.agent.start('The boat is called Zephyr.')
  await first.close()

  const again = await openAgent({ databaseUrl: here, conversationId })
  const resumed = await again.agent.start('What is the boat called?')
  const exported = JSON.stringify(await again.agent.exportMemory())
  await again.close()

  const other = await openAgent({ databaseUrl: elsewhere, conversationId })
  await other.agent.getMemoryStore().import(JSON.parse(exported))
  const carried = await other.agent.start('What is the boat called?')
  await other.close()
  return { resumed, carried }
}

if (isProgram('export-and-resume'))
  await inFolder((here) =>
    inFolder(async (elsewhere) => {
      const { resumed, carried } = await carryOver(here, elsewhere)
      console.log(`Here: ${resumed.answer}\nElsewhere: ${carried.answer}`)
    }),
  )
