import { z } from 'zod'
import { done, fileLine, readingTool } from '@/lib/agent/tools/tool'

export const listFiles = readingTool(
  {
    name: 'list_files',
    description: 'Lists the files of the workspace.',
    inputSchema: z.object({}),
  },
  (_, { workspace }) => {
    const files = workspace.list()
    const lines = files.map((file) => fileLine(file)).join('\n')
    return done(lines || 'The workspace has no files.', { named: files.map((file) => file.path) })
  },
)
