import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { changesSince, contextFor } from '@/lib/services/outside/context'
import { recallFor } from '@/lib/services/outside/recall'
import { recallArgs } from '@/lib/shared/memory/outside'
import { textSchema } from '@/lib/shared/text'
import type { Session } from './tool'

const saying = (...texts: string[]) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: texts.join('\n\n') } }],
})

export function addPrompts(server: McpServer, { who, note }: Session): void {
  server.registerPrompt(
    'continue',
    {
      title: 'Continue where I left off',
      description: 'What is going on, and what was said on a topic.',
      argsSchema: z.object({ topic: textSchema(200).optional() }),
    },
    async ({ topic }) => {
      const { result } = await contextFor(who)
      const recalled = topic ? await recallFor(who, recallArgs.parse({ query: topic })) : null
      note({ tool: 'continue', ids: recalled?.ids ?? [] })
      const on = topic ? ` on ${JSON.stringify(topic)}` : ''
      return saying(
        `Continue where I left off${on}. This is quoted from my memory:`,
        ...[result.text, recalled?.result.text ?? ''].filter(Boolean),
      )
    },
  )
  server.registerPrompt(
    'what-changed',
    {
      title: 'What changed',
      description: 'Facts that began or ended, and what was said, since a time.',
      argsSchema: z.object({ since: textSchema(80).default('last 7 days') }),
    },
    async ({ since }) => {
      const text = await changesSince(who, since)
      note({ tool: 'what-changed', ids: [] })
      return saying(`What changed since ${JSON.stringify(since)}? This is quoted from my memory:`, text)
    },
  )
}
