import { say } from '@/lib/heuristics/templates'
import { answerTo } from '@/lib/model/offline/answer/answer'
import { intentOf } from '@/lib/model/offline/think/intent'
import { unopened } from '@/lib/model/offline/think/searched'
import { think } from '@/lib/model/offline/think/think'
import { itemsIn, type Performed, type Reply, type View } from '@/lib/model/offline/view'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { commandsIn } from './grammar'
import type { Command } from './grammar-rules'
import { type Outcome, reportOf } from './report'
import { fileText, succeeded } from './tool-result'

type Call = { name: string; args: Record<string, string> }

const TOOL: Record<Command['verb'], string> = {
  list: 'list_files',
  read: 'read_file',
  delete: 'delete_file',
  write: 'write_file',
  append: 'write_file',
  edit: 'edit_file',
  search: 'search_files',
  get: 'get_state',
  set: 'set_state',
}

/** A long prompt only has the beginning of what was written. */
const whole = (text: unknown) => (typeof text !== 'string' || text.endsWith('... (truncated)') ? null : text)
const bytesOf = (text: string) => Buffer.byteLength(text)

/**
 * A file's content from this turn's calls or the workspace section; '' = there is no such file, null = not
 * all of it is in view: the text must have the number of bytes that the tool or the workspace lists.
 */
function contentOf(view: View, path: string, performed: readonly Performed[]): string | null {
  const item = itemsIn(view, 'workspace').find((one) => one.attributes.file === path)
  const listed = item?.attributes.bytes === undefined ? null : Number(item.attributes.bytes)
  for (const call of [...performed].reverse()) {
    if (call.input.path !== path) continue
    if (call.name === 'write_file' && succeeded('write', call)) return whole(call.input.text)
    if (call.name === 'edit_file' && succeeded('edit', call)) return null
    if (call.name === 'delete_file' && succeeded('delete', call)) return ''
    if (call.name !== 'read_file') continue
    if (!succeeded('read', call)) return ''
    const { text, bytes } = fileText(call.result)
    return bytesOf(text) === (bytes ?? listed) ? text : null
  }
  return item && bytesOf(item.text) === listed ? item.text : null
}

/** The next call of one command, or how it ended. `calls` = what was called for it so far. */
function advance(
  view: View,
  command: Command,
  calls: readonly Performed[],
  before: readonly Performed[],
): Call | Outcome {
  const { verb, said: _, ...args } = command
  const last = calls.at(-1)
  const reading = verb === 'append' && last?.name === 'read_file'
  if (last && !reading && !succeeded(verb, last)) return { command, state: 'failed', result: last.result }
  if (last && !reading) return { command, state: 'done', result: last.result }
  if (command.verb !== 'append') return { name: TOOL[verb], args }
  const { path } = command
  const text = contentOf(view, path, [...before, ...calls])
  if (text === null)
    return last ? { command, state: 'partial', result: '' } : { name: 'read_file', args: { path } }
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  return { name: 'write_file', args: { path, text: text + gap + command.text } }
}

const isOutcome = (step: Call | Outcome): step is Outcome => 'state' in step

/**
 * Matches the commands with this turn's calls. Stops at the first failure, as later commands may depend on
 * it.
 */
function walk(
  view: View,
  commands: readonly Command[],
): { outcomes: Outcome[]; next: Call | null; left: Command[] } {
  const calls = view.performed.filter((call) => Object.values(TOOL).includes(call.name))
  const outcomes: Outcome[] = []
  let at = 0
  for (const [index, command] of commands.entries()) {
    const start = at
    let step = advance(view, command, [], calls.slice(0, start))
    while (!isOutcome(step)) {
      const { name } = step
      const found = calls.findIndex((call, position) => position >= at && call.name === name)
      if (found < 0) return { outcomes, next: step, left: commands.slice(index) }
      at = found + 1
      step = advance(view, command, calls.slice(start, at), calls.slice(0, start))
    }
    outcomes.push(step)
    if (step.state !== 'done') return { outcomes, next: null, left: commands.slice(index + 1) }
  }
  return { outcomes, next: null, left: [] }
}

/** What to say or call in the action phase. Without tools, as in the concluding call, only what to say. */
export function act(view: View): Reply {
  const found = commandsIn(view.message)
  if (found) {
    const { outcomes, next, left } = walk(view, found.commands)
    if (next && view.tools.includes(next.name)) return { text: '', calls: [next] }
    const [refused, ...rest] = left
    const missing: Outcome[] =
      next && refused && view.tools.length > 0 ? [{ command: refused, state: 'missing', result: '' }] : []
    return finish(view, reportOf([...outcomes, ...missing], missing.length > 0 ? rest : left, found.rest))
  }
  const calls = view.tools.length > 0 ? lookUp(view) : []
  return calls.length > 0 ? { text: '', calls } : finish(view, answerTo(view))
}

const finish = (view: View, said: string): Reply => ({
  text: view.pictured ? `${said}\n\n${say('pictured')}` : said,
  calls: [],
})

/** Without a phase of thinking, named files are opened and memory is searched here. */
function lookUp(view: View): Reply['calls'] {
  if (!/^(?:ask|forget)$/.test(intentOf(view))) return []
  const file = unopened(view)
  if (file && view.tools.includes('read_file')) return [{ name: 'read_file', args: { path: file } }]
  const isLookedUp = view.performed.some(({ name }) => name === DECIDING_TOOL || name === 'read_file')
  return isLookedUp ? [] : think(view).calls.filter((call) => call.name !== DECIDING_TOOL)
}
