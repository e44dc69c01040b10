import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { commandsIn } from '@/lib/model/offline/act/grammar'

/** The sentences of a user's message. Of commands, only the text to write counts. */
export function told(text: string): string[] {
  const commands = commandsIn(text)?.commands
  if (!commands) return sentencesOf(text)
  return commands.flatMap((command) =>
    command.verb === 'write' || command.verb === 'append' ? sentencesOf(command.text) : [],
  )
}
