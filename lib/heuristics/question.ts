import { edgesOf } from './text/edges'
import { sentencesOf } from './text/sentences'
import { wordSet, wordsOf } from './text/words'

type Social = 'greeting' | 'thanks' | 'farewell' | 'acknowledgement'
export type Kind = Social | 'empty' | 'question' | 'request' | 'statement'

const GREETING = wordSet(
  'hello hi hey heya hiya yo greetings howdy good hallo moin servus guten bonjour salut bonsoir coucou hola buenos buenas ciao olá привет 你好 こんにちは',
)
const GREETING_FILLERS = wordSet(
  'morning afternoon evening day morgen tag abend días dias tardes noches there how are you doing is it going what up today all everyone mneme friend again my dear wie geht dir es euch ça va comment qué tal cómo estás nice to meet',
)
const THANKS = wordSet('thanks thank thx ty cheers danke dankeschön merci gracias obrigado grazie')
const THANKS_FILLERS = wordSet(
  'you so very much a lot many that for help your the was is great helpful really all ok okay vielen dank schön sehr beaucoup bien muchas de nada it perfect nice',
)
const FAREWELL = wordSet('bye goodbye ciao tschüss tschüs adiós adios revoir cya')
const FAREWELL_FILLERS = wordSet(
  'good night see you later soon tomorrow then for now au hasta luego mañana auf wiedersehen bis bald thanks thank',
)
const ACKNOWLEDGE = wordSet(
  'ok okay k alright right sure yes yep yeah no nope cool great nice perfect good fine got it understood sounds done wow haha lol ja nein gut genau oui non bien sí vale claro super well',
)

const FILLER_START =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|and|but|oh|please|now|then|also|btw|by the way|hallo|und|also|bitte|et|alors|y|pues)\b[\s,!.:;-]*)+/iu
const AUX =
  /^(?:do|does|did|don't|doesn't|didn't|is|isn't|are|aren't|was|wasn't|were|am|can|could|will|would|should|shall|may|have|has|had)\s+(?:i|you|we|they|he|she|it|my|your|our|his|her|their|the|there|this|that|these|those|any|anyone|someone|everyone|\p{Lu}\S*)\b/u
const AUX_WORD =
  /\b(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|might|have|has|had|'s|’s)\b/i
const WH_LOOSE =
  /^(?:(?:on|in|at|to|from|for|with|by|since|until) (?:what|which|whom|whose)|what|what's|which|who|who's|whose|whom|how|what’s|who’s|how's)\b/i
const WH_STRICT = /^(?:where|when|why|where's|when's|why's)\b/i
const OTHER_LANGUAGES =
  /^(?:was|wer|wen|wem|wo|wohin|woher|wann|warum|wieso|wie|welche[rsnm]?)\s+\p{L}+|^(?:hast|weißt|kennst|kannst|könntest|erinnerst|bist|ist|habe|hab|gibt)\s+(?:du|ich|es|dich|mein|meine|das|der|die)\b|^(?:qui|que|qu['’]|quoi|où|quand|pourquoi|comment|combien|quel(?:le)?s?|est-ce)(?:\s|\b)|^[¿]|^(?:qué|quién(?:es)?|dónde|cuándo|cómo|cuál(?:es)?|cuánt[oa]s?|por qué)(?=\s)/iu

/** "whats my dentists name" as it is spelled. */
export const spelled = (text: string) =>
  text
    .replace(/^(what|where|who|when|how)s(?= )/i, "$1's")
    .replace(
      /(?<!\p{L})((?:my|our) (?:\p{L}{1,24} )?\p{L}{0,24}(?!s)\p{L})s(?= (?:name|age|birthday|number|address)\b)/iu,
      "$1's",
    )
const withoutFiller = (text: string) => spelled(text.trim().replace(FILLER_START, ''))

export function isQuestion(sentence: string): boolean {
  const trimmed = sentence.trim()
  if (/[?？؟]["'”’»)\]]*$/.test(trimmed) || /^¿/.test(trimmed)) return true
  if (/[.!。]["'”’»)\]]*$/.test(trimmed)) return false
  const start = withoutFiller(trimmed)
  const lower = start.toLowerCase()
  if (AUX.test(lower) || AUX.test(start)) return true
  const head = lower.split(/\s+/).slice(0, 6).join(' ')
  if (WH_LOOSE.test(lower)) return lower.startsWith('who') || AUX_WORD.test(head)
  if (WH_STRICT.test(lower)) return new RegExp(`^\\S+\\s+${AUX_WORD.source}|^\\S+['’]s\\b`, 'i').test(lower)
  return OTHER_LANGUAGES.test(lower)
}

/** Whether a text only asks; "I moved to Graz, what should I register?" also says something. */
export const isQuestionText = (text: string) =>
  sentencesOf(edgesOf(text)).every(
    (sentence) =>
      isQuestion(sentence) &&
      (isQuestion(sentence.replace(/[?？؟"'”’»)\]\s]+$/, '')) || !/[,;:.!–—…]\s/.test(sentence)),
  )

const MEMORY =
  /\b(?:(?:do|did|can|could|don't|will) (?:you|we|i) (?:still )?(?:remember|recall|know)|remind me|(?:did|have|had) (?:i|we|you) (?:ever |already |just |last )?(?:tell|told|say|said|mention(?:ed)?|talk(?:ed)?|discuss(?:ed)?|ask(?:ed)?|write|written|decide[d]?|agree[d]?)|(?:i|we|you) (?:just |already |once )?(?:told|said|mentioned|talked about|discussed|asked|decided|agreed)|earlier|previously|last time|the other day|in turn|from turn|turns? \d+|what do you (?:know|remember)|erinnerst du|weißt du noch|hab(?:e)? ich (?:dir )?.*(?:gesagt|erzählt)|te souviens|rappelle[sz]?[- ]moi|t['’]ai[- ]je|ai-je dit|recuerdas|te (?:dije|conté)|acuerdas)(?=$|[^\p{L}])/iu

export const hasMemoryCue = (text: string) => MEMORY.test(edgesOf(text))

const REMEMBER_THIS =
  /^(?:please\s+)?(?:remember|note|keep in mind|don't forget|merke? dir|notiere|retiens|note[sz]?|recuerda|anota)\b(?!.*[?？]\s*$)/iu
const REQUEST =
  /^(?:tell|show|give|explain|write|list|find|search|summari[sz]e|sum up|describe|compare|help|make|create|translate|calculate|compute|remind|draw|plan|suggest|recommend|generate|compose|rewrite|draft|recap|name|define|read|open|delete|remove|append|edit|replace|get|set|solve|fix|code|implement|design|analy[sz]e|review|look up|repeat|continue|erkläre?|zeige?|schreibe?|nenne|liste|übersetze?|explique|montre|écris|traduis|dis-moi|explica|muestra|escribe|traduce|dime)(?=\s|$|:)/iu

const only = (words: string[], core: ReadonlySet<string>, fillers: ReadonlySet<string>) =>
  words.length > 0 &&
  words.length <= 7 &&
  words.some((word) => core.has(word)) &&
  words.every((word) => core.has(word) || fillers.has(word))

const SOCIAL_CHARS = 200

function socialKind(text: string): Social | null {
  if (text.length > SOCIAL_CHARS) return null
  const words = wordsOf(text).map((word) => word.lower)
  if (only(words, THANKS, THANKS_FILLERS)) return 'thanks'
  if (words[0] && GREETING.has(words[0]) && only(words, GREETING, GREETING_FILLERS)) return 'greeting'
  if (/^how(?:['’]s it going| are you(?: doing)?(?: today)?)\s*\??$/i.test(withoutFiller(text)))
    return 'greeting'
  if (
    only(words, FAREWELL, FAREWELL_FILLERS) ||
    /^(?:good night|see you (?:later|soon|tomorrow)|bis bald|gute nacht|hasta luego)[.!]*$/i.test(text.trim())
  )
    return 'farewell'
  return only(words, ACKNOWLEDGE, new Set()) && words.length <= 4 ? 'acknowledgement' : null
}

/** What a message is as a whole: a question if any sentence asks, social only if nothing else is said. */
export function messageKind(message: string): Kind {
  const text = edgesOf(message)
  if (text.trim() === '') return 'empty'
  const social = socialKind(text)
  if (social) return social
  const sentences = sentencesOf(text)
  if (sentences.length === 0) return 'acknowledgement'
  if (REMEMBER_THIS.test(withoutFiller(text)) && !sentences.some((sentence) => /[?？]\s*$/.test(sentence)))
    return 'statement'
  if (sentences.some(isQuestion)) return 'question'
  return sentences.some(isRequest) ? 'request' : 'statement'
}

export const isSmallTalk = (message: string) =>
  /^(?:empty|greeting|thanks|farewell|acknowledgement)$/.test(messageKind(message))

const POLITE =
  /^(?:(?:please|kindly|could you|can you|would you|will you|i want you to|you (?:can|should|must)(?= forget)|i'd like you to|i would like you to|i need you to|let's|bitte|s'il te plaît|por favor)\s+)+/i
/** A sentence without the greeting and courtesy before its verb. */
export const politely = (sentence: string) =>
  withoutFiller(withoutFiller(sentence).replace(POLITE, '')).replace(POLITE, '')

const FORGET =
  /^(?:(?:forget|unlearn|stop (?:remembering|knowing)|(?:do not|don['’]?t) (?:remember|know)(?= .*any ?more))(?:,? please)? (?=(?:about |that )?(?:my|our|me|the|what|whatever|anything|everything|all|i)(?!\p{L})|(?:about|that) (?!(?:it|this|that)(?!\p{L}))\p{L})|(?:erase|delete|remove)(?:,? please)? (?!.*[\w-]\.\w{1,5}(?:\s|$))(?=(?:my|our|the fact|what|(?:anything|everything|all)(?= .*\b(?:about|know|remember|told|said)\b))(?!\p{L})))/iu
/** What a sentence asks to forget ("my phone number"); null = nothing. */
export function toForget(sentence: string): string | null {
  const said = politely(sentence)
  const rest = said.replace(FORGET, '')
  return rest === said ? null : rest.replace(/ from (?:your |the )?(?:memory|facts)(?=$|[.!?])/i, '')
}

/** Whether a sentence asks for information without the form of a question, or to forget something. */
export const asksFor = (sentence: string) =>
  /^(?:tell|remind|show) (?:me|us)\b/i.test(politely(sentence)) || toForget(sentence) !== null

const isRequest = (sentence: string) => REQUEST.test(politely(sentence)) || toForget(sentence) !== null

/** The last sentences of a message that ask or request, else all of it. */
export function askingPart(message: string): string {
  const text = edgesOf(message)
  const asking = sentencesOf(text).filter((sentence) => isQuestion(sentence) || isRequest(sentence))
  return asking.length > 0 ? asking.slice(-MAX_ASKED).join(' ') : text
}
const MAX_ASKED = 5

export const statingSentences = (message: string): string[] =>
  sentencesOf(edgesOf(message)).filter(
    (sentence) => !isQuestion(sentence) && !isRequest(sentence) && socialKind(sentence) === null,
  )

const EVERYTHING =
  /\b(?:what (?:do|did|have) (?:you|i) (?:told you|know|remember|tell you|say|talk about)(?: about me| of me| so far| earlier| before)?\s*[?.!]*$|(?:tell|list|show|give|write|summari[sz]e|recap|sum up|repeat)(?: (?:me|us|up|down|out))* (?:(?:everything|all|anything)(?: of)? )?(?:that |what )?(?:you|i) (?:(?:have )?learn(?:ed|t)|know|remember|recall|told you|said)(?: about me| of me| so far| earlier| before)*\s*[?.!]*$|(?:summari[sz]e|recap) (?:our|this|the|my) (?:chat|conversation|discussion|talk|notes?)|what (?:have|did) we (?:talk(?:ed)?|discuss(?:ed)?|speak|spoken)(?: about)?(?: so far| earlier| today)?\s*[?.!]*$|(?:tell me )?(?:everything|all) (?:you know|i told you|i said)(?: about me)?\s*[?.!]*$|was weißt du über mich|que sais-tu (?:de|sur) moi|qué sabes (?:de|sobre) mí)/iu
export const asksEverything = (sentence: string) => EVERYTHING.test(sentence.trim())
export const asksAll = (text: string) => sentencesOf(edgesOf(text)).some(asksEverything)

export const OFTEN = /\bhow (?:often|many times)\b|\bwhen\b.*\blast\b|\bwie oft\b/i
export const asksMemory = (text: string) =>
  isQuestionText(text) && (hasMemoryCue(text) || OFTEN.test(edgesOf(text)))

/** Turn numbers a text names ("message 12", "turns 3 and 5", "turn 2-4"), at most 20. */
export function turnsNamed(text: string): number[] {
  const numbers = new Set<number>()
  for (const match of text.matchAll(
    /\b(?:messages?|turns?|tours?|turnos?|runden?)\s+(?:number\s+|no\.?\s*|#\s*)?(\d{1,6}(?:\s*(?:,|and|or|und|et|y|&|-|–|to)\s*(?:(?:messages?|turns?)\s+)?#?\d{1,6})*)(?!\d|\s+\p{L}+ ago)/giu,
  )) {
    for (const part of (match[1] ?? '').split(/\s*(?:,|and|or|und|et|y|&)\s*(?:(?:messages?|turns?)\s+)?/)) {
      const ends = [...part.matchAll(/\d+/g)].map((found) => Number(found[0]))
      const [from, to] = [ends[0], ends.at(-1)]
      if (from === undefined || to === undefined) continue
      for (let turn = from; turn <= Math.min(Math.max(from, to), from + 19) && numbers.size < 20; turn++)
        numbers.add(turn)
    }
  }
  if (
    /\b(?:(?:my|the|our|your) (?:very )?first (?:message|question|thing|turn|answer|words?)|first (?:told|said|asked)|(?:tell|told) you first)\b/i.test(
      text,
    )
  )
    numbers.add(1)
  return [...numbers]
}
