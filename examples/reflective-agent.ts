// The reflective agent without the web app: node scripts/run.mjs examples/reflective-agent.ts
import { openAgent } from '@/lib/services/library'
import { inFolder, isProgram } from './in-folder'

/**
 * Tells the agent two things, asks about one of them, and prints what it stored. @returns the answer and the
 * exported memory.
 */
export async function conversation(databaseUrl: string) {
  const { agent, close } = await openAgent({ databaseUrl, conversationId: 'example' })
  await agent.start('The spare key is under the blue flower pot.')
  await agent.start('The plumber comes on Thursday.')
  const asked = await agent.start('What did I tell you about the spare key?')
  const memory = await agent.exportMemory()
  const found = await agent.getMemoryStore().searchSummaries('plumber')
  await close()
  return { answer: asked.answer, memory, found }
}

if (isProgram('reflective-agent'))
  await inFolder(async (databaseUrl) => {
    const { answer, memory, found } = await conversation(databaseUrl)
    const stored = `${memory.contexts.length} contexts, ${memory.summaries.length} summaries`
    console.log(`${answer}\n${stored}, ${found.length} about the plumber`)
  })
