import { z } from 'zod'
import { done, failed, fileLine, pathArgument, readingTool } from '@/lib/agent/tools/tool'
import { linesOf } from '@/lib/agent/workspace/text-matches'

const line = z.int().min(1).optional()

export const readFile = readingTool(
  {
    name: 'read_file',
    description: 'Reads a file of the workspace, or some of its lines.',
    inputSchema: z.object({
      path: pathArgument,
      from: line.describe('First line, from 1'),
      to: line,
    }),
  },
  async ({ path, from = 1, to }, { workspace }) => {
    const opened = await workspace.read(path)
    if (!opened.ok) return failed(opened.problem)
    const { file, text } = opened
    const lines = linesOf(text)
    if (lines.length === 0) return done(`${fileLine(file)} is empty.`)
    const last = Math.min(to ?? lines.length, lines.length)
    if (from > last)
      return failed(
        `${file.path} has ${lines.length === 1 ? '1 line' : `lines 1 to ${lines.length}`}; ${from} to ${to ?? 'the end'} names none of them.`,
      )
    const whole = from === 1 && last === lines.length
    const count = lines.length === 1 ? '1 line' : `${lines.length} lines`
    const part = whole ? count : `lines ${from} to ${last} of ${lines.length}`
    const shown = whole ? text : lines.slice(from - 1, last).join('\n')
    return done(`${fileLine(file, part)}:\n${shown}`, {
      files: [file.path],
      found: [`${file.path}: “${shown}”`],
    })
  },
)
