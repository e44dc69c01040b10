import { listInWords, quoted, say } from '@/lib/heuristics/templates'
import { answerTo } from '@/lib/model/offline/answer/answer'
import { fenceFor, quotedName } from '@/lib/model/offline/answer/quote'
import { intentOf } from '@/lib/model/offline/think/intent'
import { unopened } from '@/lib/model/offline/think/search'
import { think } from '@/lib/model/offline/think/think'
import type { Performed, Reply, View } from '@/lib/model/offline/view'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { type Command, commandsIn, readResult, succeeded } from './grammar'

/** `missing` = its tool is not offered; `partial` = only a part of the file was in view. */
export type CommandOutcome = {
  command: Command
  state: 'done' | 'failed' | 'missing' | 'partial'
  result: string
}

const SHORT = 120

function block(text: string, path = ''): string {
  const fence = fenceFor(text, 3)
  const extension = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1] ?? ''
  return `${fence}${extension}\n${text.replace(/\n$/, '')}\n${fence}`
}

function done(command: Command, result: string): string {
  if (command.verb === 'list')
    return /^the workspace has no files/i.test(result.trim())
      ? say('listedNone')
      : `${say('listed')}\n\n${block(result)}`
  const file = quotedName(command.path)
  switch (command.verb) {
    case 'read': {
      const { text } = readResult(result)
      return text.trim() === ''
        ? say('readEmpty', { file })
        : `${say('read', { file })}\n\n${block(text, command.path)}`
    }
    case 'write':
      if (command.text === '') return say('created', { file })
      return command.text.length <= SHORT && !command.text.includes('\n')
        ? say('wrote', { file, quote: quoted(command.text) })
        : `${say('wroteMany', { file })}\n\n${block(command.text, command.path)}`
    case 'append':
      return say('appended', { file, quote: quoted(command.text) })
    case 'edit':
      return say('edited', { file, old: quoted(command.find), new: quoted(command.replace) })
    case 'delete':
      return say('deleted', { file })
  }
}

function one({ command, state, result }: CommandOutcome): string {
  if (state === 'done') return done(command, result)
  if (state === 'failed')
    return say('failed', { command: command.said, reason: result.replace(/^\s*error:?\s*/i, '').trim() })
  return say(state === 'missing' ? 'toolMissing' : 'partial', { command: command.said })
}

/** What was done, in order, with the tools' results verbatim; then what was left out and not understood. */
export function reportOf(
  outcomes: readonly CommandOutcome[],
  left: readonly Command[],
  rest: readonly string[],
): string {
  const parts = outcomes.map(one)
  if (left.length > 0)
    parts.push(say('notDone', { commands: listInWords(left.map(({ said }) => quoted(said))) }))
  if (rest.length > 0) parts.push(say('notUnderstood', { commands: listInWords(rest.map(quoted)) }))
  return parts.join(parts.some((part) => part.includes('\n')) ? '\n\n' : ' ')
}

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
  const { text: old, bytes } = readResult(read.result)
  if (bytes !== null && Buffer.byteLength(old) !== bytes) return null
  return old + (old === '' || old.endsWith('\n') ? '' : '\n') + text
}

/** How a command ended, or its next call. Takes its own calls from those that were made. */
function advance(command: Command, made: Performed[]): Call | CommandOutcome {
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
  const outcomes: CommandOutcome[] = []
  for (const [at, command] of commands.entries()) {
    const step = advance(command, made)
    if ('name' in step) return { outcomes, next: step, left: commands.slice(at) }
    outcomes.push(step)
    if (step.state !== 'done') return { outcomes, next: null, left: commands.slice(at + 1) }
  }
  return { outcomes, next: null, left: [] }
}

/** What to say or call in the action phase. Without tools, as in the concluding call, only what to say. */
export function actOnCommand(view: View): Reply {
  const found = commandsIn(view.message)
  if (found) {
    const { outcomes, next, left } = walk(view, found.commands)
    if (next && view.tools.includes(next.name)) return { text: '', calls: [next] }
    const [refused, ...rest] = left
    const missing: CommandOutcome[] =
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
