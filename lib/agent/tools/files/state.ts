import { z } from 'zod'
import { defineTool, done, failed, readingTool } from '@/lib/agent/tools/tool'
import { stateKey, stateLine } from '@/lib/shared/workspace'

export const getState = readingTool(
  {
    name: 'get_state',
    description: 'Shows the values kept for this conversation, or one.',
    inputSchema: z.object({ key: z.string().optional() }),
  },
  ({ key }, { workspace }) => {
    const entries = workspace.state.entries()
    const all = entries.map(([name, value]) => ({ key: name, value }))
    if (key === undefined)
      return done(entries.length ? all.map(stateLine).join('\n') : 'No state is set.', { state: all })
    const value = workspace.state.get(key)
    if (value !== null) {
      const one = { key: stateKey(key), value }
      return done(stateLine(one), { state: [one] })
    }
    return done(
      entries.length
        ? `${key} is not set. Set are: ${entries.map(([name]) => name).join(', ')}.`
        : `${key} is not set. No state is set.`,
      { state: all },
    )
  },
)

export const setState = defineTool(
  {
    name: 'set_state',
    description: 'Keeps a short value for this conversation; null removes it.',
    inputSchema: z.object({
      key: z.string(),
      value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    }),
  },
  ({ key, value }, { workspace }) => {
    const set = workspace.state.set(key, value === null ? null : String(value))
    if (!set.ok) return failed(set.problem)
    if (value === null) return done(`Removed ${set.key}.`)
    const one = { key: set.key, value: String(value) }
    return done(`Set ${stateLine(one)}`, { state: [one] })
  },
)
