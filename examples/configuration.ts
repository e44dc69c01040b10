// Every option of the agent: node scripts/run.mjs examples/configuration.ts
import { openAgent } from '@/lib/services/library'
import { inFolder, isProgram } from './in-folder'

/** One question about a file, with the agent's depth, memory and patience set by hand. */
export async function configured(databaseUrl: string) {
  const { agent, close } = await openAgent({
    databaseUrl,
    conversationId: 'configuration',
    // With a service: model: { baseUrl: 'http://127.0.0.1:11434/v1', models: 'qwen3' },
    apiRequestTimeout: 40_000,
    maxRetryAttempts: 3,
    consecutiveMistakeLimit: 3,
    reflectiveThinking: {
      enabled: true,
      preset: 'standard',
      maxThinkingRounds: 2,
      thinkingTokenBudget: 8_000,
      enableRecall: true,
      maxRecallContexts: 3,
    },
    instructions: 'Call me Ana.',
    workspace: { 'plan.md': '# Plan\n- paint the fence\n' },
    windowSize: 3,
    answerTokens: 1_000,
  })
  const turn = await agent.start('Read plan.md')
  await close()
  return turn
}

if (isProgram('configuration'))
  await inFolder(async (databaseUrl) => console.log((await configured(databaseUrl)).answer))
