import type { Events } from '@/lib/shared/memory/events'

type Event = Events['events'][number]
type Line = { uuid: string; at: string; role: 'user' | 'assistant'; content: unknown }

/** A line of Claude Code's transcript, as its hook sends it. */
export const claudeLine = ({ uuid, at, role, content }: Line): Event => ({
  key: uuid,
  line: { type: role, uuid, sessionId: 's', timestamp: at, message: { role, content } },
})

/** A session in which every prompt is followed by a tool call, its result and an answer. */
export function claudeSession(events: number, topic = 'the harbour wall'): Event[] {
  const begin = Date.parse('2026-03-01T10:00:00Z')
  return Array.from({ length: events }, (_, i) => {
    const turn = Math.floor(i / 4) + 1
    const [role, content] = (
      [
        ['user', `Prompt ${turn} about ${topic}.`],
        ['assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }]],
        ['user', [{ type: 'tool_result', tool_use_id: 't', content: 'a listing of files' }]],
        ['assistant', [{ type: 'text', text: `Answer ${turn} on ${topic}.` }]],
      ] as const
    )[i % 4] ?? ['user', '']
    return claudeLine({ uuid: `u${i}`, at: new Date(begin + i * 1_000).toISOString(), role, content })
  })
}
