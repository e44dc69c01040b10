import { asksEverything, hasMemoryCue, messageKind, politely, toForget } from '@/lib/heuristics/question'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { commandsIn, looksLikeCommand } from '@/lib/model/offline/act/grammar'
import { queryOf } from '@/lib/model/offline/answer/query'
import type { View } from '@/lib/model/offline/view'

/** What the current message wants of the engine. `ask` = something that memory may answer. */
export type Intent =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'acknowledgement'
  | 'about'
  | 'calculate'
  | 'summarise'
  | 'compose'
  | 'command'
  | 'forget'
  | 'today'
  | 'unknownCommand'
  | 'statement'
  | 'ask'

const COMPOSE =
  /^(?:write|draft|compose|translate|calculate|compute|draw|generate|rewrite|solve|code|implement|design|plan|schreibe?|übersetze?|écris|traduis|escribe|traduce)\b/i
const ABOUT_ME =
  /\b(?:who|what) are you\b|\bwhat can you do\b|\bhow do you work\b|\bare you (?:an? )?(?:ai|bot|human|language model|llm|gpt|robot)\b|\bwhat is your name\b|\bhow can you help\b|^(?:please )?(?:can you )?[!/]?help(?: me)?[?.! ]*$|wer bist du|was kannst du|qui es-tu|quién eres/i
const NUMBER = '[(\\s]*-?\\d[\\d.,]*\\s*%?[)\\s]*'
const OPERATOR = '(?:[-+*/×÷^x]|times|plus|minus|divided by|multiplied by|of|percent of)'
/** "What is 17*23?" */
const CALCULATE = new RegExp(
  `^(?:what(?:['’]s| is)|how much (?:is|are)|calculate|compute|work out)?\\s*${NUMBER}(?:${OPERATOR}${NUMBER})+[=?.!\\s]*$`,
  'i',
)
const SUMMARISE = /^(?:summari[sz]e|recap|sum up)\b/i
const TODAY = /^(?:what|which)(?:['’]s| is| day is)(?: (?:it|the|today['’]s|today|now|day|date))+[?.! ]*$/iu
const ABOUT_CHARS = 80

export function intentOf({ message, task }: Pick<View, 'message' | 'task'>): Intent {
  if (commandsIn(message)) return 'command'
  const kind = messageKind(task)
  if (kind === 'greeting' || kind === 'thanks' || kind === 'farewell') return kind
  if (kind === 'acknowledgement' || kind === 'empty') return 'acknowledgement'
  if (sentencesOf(task).some((sentence) => toForget(sentence) !== null)) return 'forget'
  if (TODAY.test(politely(task))) return 'today'
  if (task.length < ABOUT_CHARS && ABOUT_ME.test(task)) return 'about'
  if (task.length < ABOUT_CHARS && CALCULATE.test(politely(task))) return 'calculate'
  if (SUMMARISE.test(politely(task)) && !asksEverything(task) && queryOf(task).terms.length === 0)
    return 'summarise'
  if (kind === 'request' && COMPOSE.test(politely(task)) && !hasMemoryCue(task) && !asksEverything(task))
    return 'compose'
  if (kind !== 'question' && looksLikeCommand(task)) return 'unknownCommand'
  return kind === 'statement' ? 'statement' : 'ask'
}
