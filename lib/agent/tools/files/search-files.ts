import { z } from 'zod'
import { done, failed, readingTool } from '@/lib/agent/tools/tool'

export const searchFiles = readingTool(
  {
    name: 'search_files',
    description: 'Finds the lines of all files that hold a text.',
    inputSchema: z.object({ text: z.string() }),
  },
  async ({ text }, { workspace }) => {
    const found = await workspace.search(text)
    if (!found.ok) return failed(found.problem)
    const { hits, total, unread } = found
    const more =
      total > hits.length
        ? [`and ${total - hits.length} more lines; look for a longer text to see fewer.`]
        : []
    const missed = unread.length ? [`These files cannot be read just now: ${unread.join(', ')}.`] : []
    const head =
      total === 0
        ? `No file contains "${text}".`
        : `${total === 1 ? '1 line contains' : `${total} lines contain`} "${text}":`
    const lines = hits.map((hit) => `${hit.path}:${hit.line}: ${hit.text}`)
    return done([head, ...lines, ...more, ...missed].join('\n'), {
      files: [...new Set(hits.map((hit) => hit.path))],
    })
  },
)
