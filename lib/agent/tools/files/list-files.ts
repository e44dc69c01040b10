import { z } from 'zod'
import { defineTool, done, fileLine } from '@/lib/agent/tools/tool'

export const listFiles = defineTool(
  {
    name: 'list_files',
    description: 'Lists the files of the workspace with their sizes and versions.',
    inputSchema: z.object({}),
  },
  (_, { workspace }) => {
    const files = workspace.list()
    return done(
      files.length ? files.map((file) => fileLine(file)).join('\n') : 'The workspace has no files.',
      {
        named: files.map((file) => file.path),
      },
    )
  },
)
