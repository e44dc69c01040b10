// Looks back at one turn: node scripts/run.mjs examples/recall-by-turn.ts
import { openAgent } from '@/lib/services/library'
import { inFolder, isProgram } from './in-folder'

/** Reads turn 1 from the store, then has the agent recall it. The window is off, so only memory knows it. */
export async function lookBack(databaseUrl: string) {
  const { agent, close } = await openAgent({
    databaseUrl,
    conversationId: 'recall-by-turn',
    reflectiveThinking: { preset: 'standard' },
    windowSize: 0,
  })
  await agent.start('The choir meets in the old brewery.')
  await agent.start('Bread rises best at 26 degrees.')
  const memory = agent.getMemoryStore()
  const context = await memory.getContextByTurn(1)
  const summary = context && (await memory.getSummary(context.id))
  const asked = await agent.start('What did I say in turn 1?')
  await close()
  return { context: context?.fullContext, summary: summary?.summary, answer: asked.answer }
}

if (isProgram('recall-by-turn'))
  await inFolder(async (databaseUrl) => console.log(await lookBack(databaseUrl)))
