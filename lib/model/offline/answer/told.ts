import { sentencesOf } from '@/lib/heuristics/sentences'
import { commandsIn } from '@/lib/model/offline/act/grammar'

/** What a user's message tells: of commands only the text that was to be kept. */
export function told(text: string): string[] {
  const commands = commandsIn(text)?.commands
  if (!commands) return sentencesOf(text)
  return commands.flatMap((command) =>
    command.verb === 'write' || command.verb === 'append' ? sentencesOf(command.content) : [],
  )
}
