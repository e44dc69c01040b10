// The reflective agent without the web app: node scripts/run.mjs examples/reflective-agent.ts
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openAgent } from '@/lib/services/library'

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

if (process.argv[1]?.endsWith('reflective-agent.ts')) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-example-'))
  const { answer, memory, found } = await conversation(`file:${folder}/mneme.db`)
  console.log(answer)
  console.log(
    `${memory.contexts.length} contexts, ${memory.summaries.length} summaries, ${found.length} about the plumber`,
  )
  rmSync(folder, { recursive: true, force: true })
}
