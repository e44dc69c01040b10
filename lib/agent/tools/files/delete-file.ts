import { z } from 'zod'
import { defineTool, done, failed, fileLine, pathArgument } from '@/lib/agent/tools/tool'

export const deleteFile = defineTool(
  {
    name: 'delete_file',
    description: 'Deletes a file of the workspace.',
    inputSchema: z.object({ path: pathArgument }),
  },
  ({ path }, { workspace }) => {
    const deleted = workspace.delete(path)
    return deleted.ok ? done(`Deleted ${fileLine(deleted.file)}.`) : failed(deleted.problem)
  },
)
