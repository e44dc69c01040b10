import { z } from 'zod'
import { defineTool, done, failed, fileLine, pathArgument } from '@/lib/agent/tools/tool'

export const writeFile = defineTool(
  {
    name: 'write_file',
    description: 'Writes a whole file of the workspace.',
    inputSchema: z.object({ path: pathArgument, text: z.string() }),
  },
  ({ path, text }, { workspace }) => {
    const written = workspace.write(path, text)
    if (!written.ok) return failed(written.problem)
    return done(
      written.changed
        ? `Wrote ${fileLine(written.file)}.`
        : `${fileLine(written.file)} holds exactly this already.`,
    )
  },
)
