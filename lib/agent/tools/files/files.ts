import { z } from 'zod'
import { linesOf } from '@/lib/agent/workspace/text-matches'
import { decisionSchema } from '@/lib/shared/schemas'
import { DECIDING_TOOL, FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { stateKey, stateLine } from '@/lib/shared/workspace'
import { defineTool, done, failed, fileLine, pathArgument, readingTool, type Tool } from '../tool'

const listFiles = readingTool(
  { name: 'list_files', description: 'Lists the files of the workspace.', inputSchema: z.object({}) },
  (_, { workspace }) => {
    const files = workspace.list()
    const lines = files.map((file) => fileLine(file)).join('\n')
    return done(lines || 'The workspace has no files.', { named: files.map((file) => file.path) })
  },
)

const line = z.int().min(1).optional()

const readFile = readingTool(
  {
    name: 'read_file',
    description: 'Reads a file of the workspace, or some of its lines.',
    inputSchema: z.object({ path: pathArgument, from: line.describe('First line, from 1'), to: line }),
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

const writeFile = defineTool(
  {
    name: 'write_file',
    description: 'Writes a whole file of the workspace.',
    inputSchema: z.object({ path: pathArgument, text: z.string() }),
  },
  ({ path, text }, { workspace }) => {
    const written = workspace.write(path, text)
    if (!written.ok) return failed(written.problem)
    const file = fileLine(written.file)
    return done(written.changed ? `Wrote ${file}.` : `${file} holds exactly this already.`)
  },
)

const editFile = defineTool(
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
    const places = edited.places === 1 ? '1 place' : `${edited.places} places`
    return done(`Edited ${fileLine(edited.file, places)}.`)
  },
)

const deleteFile = defineTool(
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

const searchFiles = readingTool(
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

const getState = readingTool(
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
    const known = entries.length
      ? `Set are: ${entries.map(([name]) => name).join(', ')}.`
      : 'No state is set.'
    return done(`${key} is not set. ${known}`, { state: all })
  },
)

const setState = defineTool(
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

const completeTask = defineTool(
  {
    name: FINISHING_TOOL,
    description: 'Ends the turn with the whole answer, in Markdown.',
    inputSchema: z.object({ answer: z.string() }),
  },
  ({ answer }) =>
    answer.trim()
      ? { ok: true, result: 'The task is complete.', answer }
      : failed('The answer is empty. Call complete_task again with the answer.'),
)

export const continueThinking = defineTool(
  {
    name: DECIDING_TOOL,
    description:
      'Ends a round of thinking: true = another round on nextFocus, false = answer now; reason says why in one sentence that the person reads.',
    inputSchema: decisionSchema,
  },
  // Thinking reads the decision from the call itself.
  () => done('The round has ended.'),
)

/** The tools of work on the task, in the order in which they are offered. */
export const acting: readonly Tool[] = [
  listFiles,
  readFile,
  writeFile,
  editFile,
  deleteFile,
  searchFiles,
  getState,
  setState,
  completeTask,
]
