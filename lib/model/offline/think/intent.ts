import { hasMemoryCue, kindOf, politely } from '@/lib/heuristics/question'
import { commandsIn, looksLikeCommand, namesSpacedPath } from '@/lib/model/offline/act/grammar'
import { asksEverything } from '@/lib/model/offline/answer/query'
import type { View } from '@/lib/model/offline/view'

/** What the current message wants of the engine. `ask` = something that memory may answer. */
export type Intent =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'acknowledgement'
  | 'about'
  | 'compose'
  | 'command'
  | 'unknownCommand'
  | 'spacedPath'
  | 'statement'
  | 'ask'

const COMPOSE =
  /^(?:write|draft|compose|translate|calculate|compute|draw|generate|rewrite|solve|code|implement|design|plan|schreibe?|übersetze?|écris|traduis|escribe|traduce)\b/i
const ABOUT_ME =
  /\b(?:who|what) are you\b|\bwhat can you do\b|\bhow do you work\b|\bare you (?:an? )?(?:ai|bot|human|language model|llm|gpt|robot)\b|\bwhat is your name\b|\bhow can you help\b|^(?:please )?(?:can you )?help(?: me)?[?.! ]*$|wer bist du|was kannst du|qui es-tu|quién eres/i
const ABOUT_CHARS = 80

export function intentOf({ message, task }: Pick<View, 'message' | 'task'>): Intent {
  if (commandsIn(message)) return 'command'
  const kind = kindOf(task)
  if (kind === 'greeting' || kind === 'thanks' || kind === 'farewell') return kind
  if (kind === 'acknowledgement' || kind === 'empty') return 'acknowledgement'
  if (task.length < ABOUT_CHARS && ABOUT_ME.test(task)) return 'about'
  if (kind !== 'question' && !hasMemoryCue(task) && namesSpacedPath(message)) return 'spacedPath'
  if (kind === 'request' && COMPOSE.test(politely(task)) && !hasMemoryCue(task) && !asksEverything(task))
    return 'compose'
  if (kind !== 'question' && looksLikeCommand(task)) return 'unknownCommand'
  return kind === 'statement' ? 'statement' : 'ask'
}
