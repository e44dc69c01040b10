import { say } from '@/lib/heuristics/templates'
import { answerTo } from '@/lib/model/offline/answer/answer'
import { intentOf } from '@/lib/model/offline/think/intent'
import { unopened } from '@/lib/model/offline/think/searched'
import { think } from '@/lib/model/offline/think/think'
import type { Performed, Reply, View } from '@/lib/model/offline/view'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { type Command, commandsIn } from './grammar'
import { type Outcome, reportOf } from './report'
import { fileText, succeeded } from './tool-result'

type Call = Reply['calls'][number]

const TOOL: Record<Command['verb'], string> = {
  list: 'list_files',
  read: 'read_file',
  delete: 'delete_file',
  write: 'write_file',
  append: 'write_file',
  edit: 'edit_file',
}

/** The text of a file that was read, with `text` added at its end; null = only a part of the file was read. */
function extended(read: Performed, text: string): string | null {
  if (!succeeded('read', read)) return text
  const { text: old, bytes } = fileText(read.result)
  if (bytes !== null && Buffer.byteLength(old) !== bytes) return null
  return old + (old === '' || old.endsWith('\n') ? '' : '\n') + text
}

/** How a command ended, or its next call. Takes its own calls from those that were made. */
function advance(command: Command, made: Performed[]): Call | Outcome {
  const { verb, said: _, ...args } = command
  let call: Call = { name: TOOL[verb], args }
  if (command.verb === 'append') {
    const { path } = command
    const read = made.shift()
    if (!read) return { name: 'read_file', args: { path } }
    const text = extended(read, command.text)
    if (text === null) return { command, state: 'partial', result: '' }
    call = { name: TOOL.append, args: { path, text } }
  }
  const last = made.shift()
  return last ? { command, state: succeeded(verb, last) ? 'done' : 'failed', result: last.result } : call
}

/** Matches the commands with this turn's calls, up to the first failure: later ones may depend on it. */
function walk(view: View, commands: readonly Command[]) {
  const made = view.performed.filter(({ name }) => Object.values(TOOL).includes(name))
  const outcomes: Outcome[] = []
  for (const [at, command] of commands.entries()) {
    const step = advance(command, made)
    if ('name' in step) return { outcomes, next: step, left: commands.slice(at) }
    outcomes.push(step)
    if (step.state !== 'done') return { outcomes, next: null, left: commands.slice(at + 1) }
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
