import { z } from 'zod'
import { defineTool, done, failed, fileLine, pathArgument } from '@/lib/agent/tools/tool'

export const editFile = defineTool(
  {
    name: 'edit_file',
    description: 'Replaces a passage of a file that occurs once, or everywhere if all is true.',
    inputSchema: z.object({
      path: pathArgument,
      find: z.string().describe('Exactly as in the file'),
      replace: z.string(),
      all: z.boolean().optional(),
    }),
  },
  async ({ path, find, replace, all }, { workspace }) => {
    const edited = await workspace.edit(path, find, replace, all)
    if (!edited.ok) return failed(edited.problem)
    return done(
      `Edited ${fileLine(edited.file, edited.places === 1 ? '1 place' : `${edited.places} places`)}.`,
    )
  },
)
