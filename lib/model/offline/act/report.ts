import { joined, quoted, say } from '@/lib/heuristics/templates'
import { fenceFor, named } from '@/lib/model/offline/answer/quote'
import type { Command } from './grammar'
import { fileText } from './tool-result'

/**
 * How a command ended. `missing` = its tool is not offered; `partial` = only a part of the file was in view.
 */
export type Outcome = { command: Command; state: 'done' | 'failed' | 'missing' | 'partial'; result: string }

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
  const file = named(command.path)
  switch (command.verb) {
    case 'read': {
      const { text } = fileText(result)
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

function one({ command, state, result }: Outcome): string {
  if (state === 'done') return done(command, result)
  if (state === 'failed')
    return say('failed', { command: command.said, reason: result.replace(/^\s*error:?\s*/i, '').trim() })
  return say(state === 'missing' ? 'toolMissing' : 'partial', { command: command.said })
}

/** What was done, in order, with the tools' results verbatim; then what was left out and not understood. */
export function reportOf(
  outcomes: readonly Outcome[],
  left: readonly Command[],
  rest: readonly string[],
): string {
  const parts = outcomes.map(one)
  if (left.length > 0) parts.push(say('notDone', { commands: joined(left.map(({ said }) => quoted(said))) }))
  if (rest.length > 0) parts.push(say('notUnderstood', { commands: joined(rest.map(quoted)) }))
  return parts.join(parts.some((part) => part.includes('\n')) ? '\n\n' : ' ')
}
