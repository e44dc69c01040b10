import { z } from 'zod'
import { defineTool, done, failed } from '@/lib/agent/tools/tool'
import { stateLine } from '@/lib/base/workspace'

export const getState = defineTool(
  {
    name: 'get_state',
    description: 'Shows the values kept for this conversation, or the one of a key.',
    inputSchema: z.object({ key: z.string().optional().describe('Leave out to see every key') }),
  },
  ({ key }, { workspace }) => {
    const entries = workspace.stateEntries()
    if (key === undefined)
      return done(
        entries.length
          ? entries.map(([name, value]) => stateLine({ key: name, value })).join('\n')
          : 'No state is set.',
      )
    const value = workspace.getState(key)
    if (value !== null) return done(stateLine({ key: key.trim(), value }))
    return done(
      entries.length
        ? `${key} is not set. Set are: ${entries.map(([name]) => name).join(', ')}.`
        : `${key} is not set. No state is set.`,
    )
  },
)

export const setState = defineTool(
  {
    name: 'set_state',
    description: 'Keeps a short value for this conversation under a key; null removes the key.',
    inputSchema: z.object({
      key: z.string().describe('Name of the value, such as status'),
      value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    }),
  },
  ({ key, value }, { workspace }) => {
    const set = workspace.setState(key, value === null ? null : String(value))
    if (!set.ok) return failed(set.problem)
    return done(
      value === null ? `Removed ${set.key}.` : `Set ${stateLine({ key: set.key, value: String(value) })}`,
    )
  },
)
