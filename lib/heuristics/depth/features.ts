import { hasMemoryCue, isQuestion, messageKind } from '@/lib/heuristics/question'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { sentencesOf } from '@/lib/heuristics/text/sentences'

/** A sign of how much thought a message needs, and its value in [0, 1]. */
type Feature = [name: string, value: number]

const GO_ON =
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|please|do (?:it|that)|go (?:on|ahead|for it)|continue|and|but|what about|how about|another|more|the (?:other|second|first|same)|now|same|again|why|for|since|shorter|longer|a bit|in|so|then|ja|oui|sí)\b/i
const MOST_AGREED = 80
const AGREES =
  /^(?:\s*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|please|pls|do (?:it|that|so)|go (?:on|ahead|for it)|sounds good|great|ja|bitte|gern|oui|sí|vale|that would be (?:great|good)|thanks)[\s,.!]*){1,5}$/i
const OFFER =
  /(?:shall i|should i|would you like me to|do you want me to|want me to|i (?:can|could)|may i|soll ich)\s+([^?.]{3,300})/gi
const offered = (before: string) => [...edgesOf(before, READ).matchAll(OFFER)].at(-1)?.[1] ?? null
const READ = 2_000
const QUOTED = /"[^"]{12,}"|“[^”]{12,}”|„[^“”]{12,}[“”]|«[^»]{12,}»|`{3}[\s\S]*?`{3}/g
const PASTED = /:\s*\n\s*\n[\s\S]{80,}$/

const step = (value: number, from: number, to: number) =>
  Math.max(0, Math.min(1, (value - from) / (to - from)))

/** What a message asks for, or what it agrees to, without quoted and pasted text. */
function requestIn(message: string, before: string): { text: string; request: string } {
  const offer = message.length < MOST_AGREED && AGREES.test(message) ? offered(before) : null
  const text = edgesOf(offer ?? message, READ).trim()
  return { text, request: text.replace(QUOTED, ' "…" ').replace(PASTED, ': …') }
}

export function signsOf(message: string, before: string): { features: Feature[]; request: string } {
  const { text, request } = requestIn(message, before)
  const sentences = sentencesOf(request)
  const questions = sentences.filter(isQuestion).length
  const kind = messageKind(request)
  const words = request.split(/\s+/).filter(Boolean)
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const numbers = (request.match(/\d[\d.,]*/g) ?? []).length
  const social = kind === 'greeting' || kind === 'thanks' || kind === 'farewell' || kind === 'acknowledgement'
  const asks = kind === 'question' || kind === 'request'
  const replies = before !== ''
  const names = words.slice(1).filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length
  const isPersonal =
    /\b(?:i|me|my|mine|we|us|our|you|your|i'm|i've|i'll|i'd|im|ive|ich|mein\w*|je|mon|ma|mi|mis|yo|du|tu)\b/i.test(
      request,
    )
  const features: Feature[] = [
    ['social', social ? 1 : 0],
    ['tells', kind === 'statement' ? 1 : 0],
    ['asks', asks ? 1 : 0],
    ['a request', kind === 'request' ? 1 : 0],
    ['several questions', step(questions, 1, 3)],
    ['several sentences', step(sentences.length, 1, 5)],
    ['short', 1 - step(words.length, 2, 8)],
    ['long', step(words.length, 12, 40)],
    ['very long', step(words.length, 40, 150)],
    ['over 60 letters', step(letters, 50, 90)],
    ['over 120 letters', step(letters, 90, 160)],
    ['over 200 letters', step(letters, 160, 260)],
    ['big words', step(words.filter((word) => word.length >= 8).length / Math.max(1, words.length), 0, 0.3)],
    ['long sentences', step(words.length / Math.max(1, sentences.length), 6, 16)],
    ['long words', step(letters / Math.max(1, words.length), 4.2, 6.5)],
    ['numbers', step(numbers, 1, 4)],
    ['quotes', request.includes('"…"') || request.includes(': …') ? 1 : 0],
    [
      'a definition first',
      /^[A-Z][\w -]* (?:is|are|helps|can be|involves?) [^.?!]*\. [A-Z]/.test(text) ? 1 : 0,
    ],
    ['a reply', replies ? 1 : 0],
    ['agrees', replies && GO_ON.test(text) ? 1 : 0],
    ['was offered', replies && /\?\s*$/.test(before.trim()) ? 1 : 0],
    ['long question', asks ? step(words.length, 10, 30) : 0],
    ['impersonal', isPersonal ? 0 : 1],
    ['proper names', step(names / Math.max(1, words.length), 0, 0.3)],
    [
      'code',
      /[;{}]\s*$|^\s*(?:def|for|if|return|const|let|import|from)\b.*[:;(]|\w+\(\w*\)/m.test(text) ? 1 : 0,
    ],
    ...wordSigns(request),
  ]
  return { features, request }
}

const TOKEN = /\p{L}+(?:['’]\p{L}+)?|\d+|[?!]+|[^\s\p{L}\d]/gu
const MOST_TOKENS = 200

const tokensOf = (text: string): string[] => {
  const tokens: string[] = []
  for (const [token] of text.toLowerCase().replaceAll('’', "'").matchAll(TOKEN)) {
    if (tokens.length === MOST_TOKENS) break
    tokens.push(/^\d/.test(token) ? '#' : token)
  }
  return tokens
}

/**
 * Its tokens, pairs and triples; how it begins (`^`) and ends (`$`); in a reply also `re:` and `b:` (the
 * token before).
 */
export function gramsOf(request: string, before: string): Set<string> {
  const tokens = tokensOf(request)
  const grams = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    grams.add(token)
    if (before) grams.add(`re:${token}`)
    const [next, third] = [tokens[at + 1], tokens[at + 2]]
    if (next !== undefined) grams.add(`${token} ${next}`)
    if (next !== undefined && third !== undefined) grams.add(`${token} ${next} ${third}`)
  }
  for (let words = 1; words <= Math.min(3, tokens.length); words++)
    grams.add(`^${tokens.slice(0, words).join(' ')}`)
  const last = tokens.at(-1)
  if (last) grams.add(`${last}$`)
  const lastBefore = before && tokensOf(before.slice(-200)).at(-1)
  if (lastBefore) grams.add(`b:${lastBefore}`)
  return grams
}

const SIGNS: Record<string, RegExp> = {
  compares:
    /\b(?:compare[ds]?|comparison|comparing|versus|vs|differ(?:s|ence|ences|ent) (?:between|from)|pros and cons|trade-?offs?|advantages|better off|which (?:of|one)|weigh(?:ing)?|stronger|rather than|in common|changed (?:in|between|since)|how do(?:es)? [^?]{1,60} compare|than (?:before|I used to|last|the))\b|\b(?:vergleich\w*|vor- und nachteile|unterschiede?|compar(?:er|ez|aison|a|ar|ación)|ventajas|avantages)\b/i,
  chooses:
    /\b(?:torn between|help me (?:decide|choose|pick)|which (?:\w+ ){0,3}(?:should|would|for me)|is it worth|worth it|good idea for|knowing me|should (?:i|we) (?:\w+ ){0,2}(?:take|accept|move|buy|sell|leave|stay|quit|change|switch|go for))\b/i,
  'asks why':
    /\b(?:why (?:do|does|did|is|are|am|have|has|was|were|would|can|can't|do you think)|what makes|what(?:'s| is) causing|what triggers|how come|any idea why|reasons? (?:why|for)|causes?)\b|^(?:warum|wieso|pourquoi|por qu[eé])\b|¿por qué/im,
  'is about you':
    /\b(?:i|me|my|mine|myself|we|our|us|i'm|i've|i'd|ich|mein\w*|mir|mich|je|mon|ma|mes|mi|mis|me)\b/i,
  'asks why about yourself':
    /\bwhy (?:do|does|did|am|have|is|are|can't|has)(?: you think)? (?:i|we|my|our)\b|\bwhy i\b|warum \w+ (?:ich|mir|mich)|pourquoi (?:est-ce que )?(?:je|j')|por qué (?:me|siempre|yo)/i,
  hypothetical:
    /\b(?:what if|what would (?:happen|that|it)|suppose|imagine|if (?:i|we|you|he|she|they|it|everyone|there|my) (?:\w+ ){0,2}(?:had|were|was|'d|hadn't|never|got|moved|took|stopped|quit|became)|would (?:\w+ ){0,3}(?:have|be different|still)|had (?:i|we)\b)|\b(?:et si|was wäre|was würde|y si|qué pasaría)\b|\bif (?:i|we)['’]d\b/i,
  'a pattern':
    /\b(?:patterns?|trends?|recurring|themes?|how often|tend(?:ency|s)? to|always|keep(?:s)? (?:\w+ing|on)|over (?:time|the (?:past|last))|over the \w+ (?:weeks|months|years)|ha(?:s|ve) (?:\w+ ){1,5}changed|connection between|correlat\w+|link between|lately|used to|since (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|last)|drags?|triggers?|getting (?:better|worse)|all our (?:chats|conversations)|this year)\b/i,
  plans:
    /\b(?:plan(?:ning)? (?:a|an|my|our|the|out|for)|make (?:me )?a (?:\w+ ){0,2}plan|a plan (?:to|for)|roadmap|itinerary|strategy|timetable|schedule for|step[- ]by[- ]step|(?:\w+-)?week plan|draft a (?:\w+[- ]){0,2}plan|organi[sz]e my|prepare (?:me )?for|get out of debt|curriculum|from scratch|where do i (?:even )?(?:begin|start))\b|\b(?:plane(?:ar|n)|plan de|einen plan|planifi\w+)\b/i,
  'uses what was said before':
    /\b(?:based on (?:what|my|our|the|everything|how)|given (?:what|that|my|our|the|all)|considering|taking into account|in (?:light|view) of|going by|knowing (?:me|what)|according to|with (?:my|our|the) \w+,|nach allem|thinking of my|in my situation|everything i(?:'ve| have))\b/i,
  'several steps':
    /\b(?:first\b.*\bthen|and then|then (?:work|tell|say|suggest|sort|make|find|list|compare|write|group|pick|explain)|after that|finally,|step \d|go through|look (?:through|at all)|work out|figure out|pick out|and (?:tell|say|suggest|explain|make|recommend|sort|group) (?:me |it |them |why |which |what |who |one )?)\b/is,
  'analysis or design':
    /\b(?:analy[sz]e\w*|analysis|evaluat\w+|assess\w*|design(?:ed|ing)?|architect\w*|develop(?:ed|ing)?|optimi[sz]\w+|restructure|implement(?:ed|ing)?|integrat\w+|investigat\w+|critique|review (?:of|my|all)|root cause|implications?|to what extent|how (?:can|could|might|would|do|does) (?:\w+[ -]){1,6}(?:be (?:\w+ )?(?:designed|integrated|developed|used|optimi[sz]ed|applied|implemented|leveraged)|affect|influence|interact|balance|ensure|impact))\b/i,
  explains: /\b(?:explain|describe|discuss|elaborate|walk me through|erkläre?|explique[rz]?|explica)\b/i,
  research:
    /\b(?:research|in[- ]depth|deep(?:ly| dive)|thorough(?:ly)?|comprehensive|exhaustive|every angle|dig into|take your time|full report|(?:with|give) sources|literature|evidence (?:for|on)|everything i(?:'ve| have) (?:ever )?(?:said|told))\b/i,
  constraints:
    /\b(?:must|without|at most|at least|no more than|under|within|less than|more than|only|except|budget|maximum|minimum|by the|before the|between|each|per)\b/gi,
  program:
    /^(?:(?:please|can you|could you) )?implement an?\b|\b(?:(?:write|create|build|implement|code|make|need) (?:me )?(?:an? |the |some )?(?:\w+ ){0,3}(?:function|script|program|class|app|api|parser|component|module|test suite|unit tests|bot|website|scraper)|refactor|algorithm)\b|\bdef \w+\(|\bfunction \w+\(|\bclass \w+[:({]|=>|\bimport \w+|>>>|#include|SELECT .* FROM/i,
  debugging:
    /\b(?:debug|bug|stack ?trace|exception|deadlock|race condition|traceback|re-?renders?|memory leak|crash(?:es|ed)?|what(?:'s| is) going on|doesn't work|not working|fails?|returns? (?:none|null|undefined|nan)|undefined|error:)\b/i,
  mathematics:
    /\\(?:frac|sqrt|boxed|sum|int|text|cdot|le|ge)\b|\$[^$\n]{1,80}\$|\b(?:prove|proof|equation|integers?|polynomial|probability|triangle|sum of|product of|divisible|remainder|perimeter|derivative|integral|solve for|square root|ratio|percent(?:age)?|interest|angle|radius|coordinates?|vertex|digits?)\b|\d\s*[-+*/^=]\s*\d/i,
  'a quantity':
    /\b(?:how (?:many|much|long|far|old)|what (?:is|was|are) the (?:total|average|sum|number|cost|price|value|number of)|calculate|compute|in total|altogether|each of|left over)\b/i,
  puzzle:
    /\b(?:clues?|puzzle|riddle|next to|to the (?:left|right) of|all labelled|some \w+ are|all (?:the )?\w+ are|does it follow|exactly one|truth|liar|houses?|sits?|sit in a row)\b.*\?/is,
  science:
    /\b(?:molecul\w+|reaction|compound|product \d|energy|quantum|protein|gene\w*|enzyme|mass|velocity|electron\w*|nucle\w+|particle\w*|spectr\w+|wavelength|synthes\w+|reagent|acid|catalyst|hamiltonian|eigen\w+|equilibrium|isotope|solution|star|galaxy|mutation\w*|treated with|mol|hydr\w+|nmr|kinetic|operator|symmetry)\b/gi,
  'a look-up':
    /^(?:(?:hey|hi|ok|so|and|please|pls|btw)[, ]+)*(?:what(?:'s|s| is| was| are| were| does| did| year| time| kind| colou?r)|who(?:'s|s|se)?|when|where(?:'s|s)?|which|how (?:tall|old|far|big|long|much|many|do you spell)|capital of|define|meaning of|is (?:it|a|there|the)|are (?:there|the)|can (?:you|i|a)|do(?:es)?\b|did\b|has\b|any\b)/i,
  'a small command':
    /^(?:(?:hey|hi|ok|so|and|please|pls|can you|could you)[, ]+)*(?:translate|convert|define|spell|set|remind|list|read|open|delete|add|save|rename|show|fix|correct|make this|rephrase|shorten|summari[sz]e|tell me a|give me (?:a|an|the|one|two|three)|write (?:a|me a) (?:haiku|poem|limerick|joke|short|two|one|line)|append|remove|play|turn|call|note|proofread|suggest a|name (?:a|an|one|two|three|four|five)|übersetze|traduis|traduce)\b/i,
  'how to':
    /\b(?:how (?:do|can|to|should) (?:i|you|we|one)?|what's the way to|comment (?:on|faire)|wie (?:macht|kann)|cómo (?:se|puedo))\b/i,
  opinion:
    /\b(?:do you (?:like|think|prefer|enjoy|believe)|what do you think|your (?:opinion|take|favou?rite|view)|any good|thoughts on|have you ever)\b/i,
  feeling:
    /\b(?:i(?:'m| am|m| feel| felt)? (?:so |too |really |very |just |such |a bit |feeling )*(?:sad|tired|angry|happy|lonely|scared|afraid|anxious|upset|excited|exhausted|miserable|proud|nervous|stressed|depressed|numb|heartbroken|lost|worried|glad|hurt|ashamed|furious|gutted|hopeless|overwhelmed|done|broken|thrilled|relieved|empty)|miss (?:him|her|them|you|my|it)|i (?:hate|love|can't (?:stop|believe|take|do|stand|cope)|cried|could cry|cry|got the)|crying|tears|ugh+|argh+|oh no|yay+|omg|wtf|so (?:tired|happy|sad|proud|angry)|hurts?|the point of|how is this fair|not fair|unfair|triste|traurig|content(?:e)?|feliz|heart)\b|[😭😩😢🥲😡🎉❤🥳😔😞]|!{2,}|\?{2,}/iu,
  'small talk':
    /\b(?:weather|weekend|friday|monday|morning|how(?:'s| is) it going|how are (?:you|things)|what's up|haha+|lol|lmao|coffee|nice (?:day|one)|same here|believe it|guess who|long time|raining|pouring|sunny)\b|:\)|😂|😄|🙂/i,
  thanks:
    /\b(?:thanks|thank you|thx|ty|cheers|merci|danke|gracias|appreciate|exactly what i needed|you're (?:the best|a star)|helpful|well done|good job|perfect)\b/i,
  goodbye:
    /\b(?:bye|good ?night|gn|see you|talk (?:tomorrow|later|soon)|gotta (?:go|run)|off to (?:bed|work)|bonne nuit|bis (?:morgen|bald)|hasta|ttyl|cya)\b/i,
  'asks how Mneme is':
    /(?:\band|,) you\s*\?|\b(?:what's new|anything new|how(?:'s| is| was| are| have) (?:your?|you|things|it going|life)|did you (?:have|sleep|miss|get)|are you (?:ok|there|still|well|having)|what are you up to|long time)\b/i,
  exclaims: /![\s)]*$|\b(?:wow|who would've|can you believe|guess what|eek|phew|finally|hooray)\b/i,
  'a life choice':
    /\b(?:quit|move (?:to|in|out|back|house)|moving|stay(?:ing)?|job|offer|career|degree|masters?|phd|rent(?:ing)?|mortgage|buy(?:ing)? (?:a |the |our )?(?:house|flat|car|home)|marry|divorce|baby|kids?|emigrate|invest|savings|surgery|scholarship|business|salary)\b/i,
  'a choice of two': /\b\w+ or (?:\w+ ){0,3}\w+\s*\?|\b(?:should|do|would|shall) (?:i|we)\b[^?]*\bor\b/i,
  'of the following':
    /\bwhich (?:of (?:the|these)|statement|best|one)\b|\bmost likely\b|\bbest (?:describes|explains|answer)\b|_{1,}|\b(?:following|according to the)\b/i,
  'asks for one name or thing':
    /\b(?:(?:in|of|by|for|from|on|to|at) (?:which|what|whom|whose)|what (?:name|was the name|is the name|term|word)|who (?:was|is|wrote|won|sang|sings|played|plays|said|directed|invented|discovered|painted)|which \w+)\b/i,
  proves:
    /\b(?:prove|show that|derive|solve|evaluate|simplify|find (?:all|the (?:value|sum|number|area|smallest|largest|least|greatest|probability))|for (?:how many|what values?)|how many (?:\w+ ){1,4}are there)\b|\\boxed/i,
  'makes no request':
    /\b(?:no (?:question|need)|nothing to do|just (?:wanted|saying|glad)|only wanted to|in case it|never ?mind|nah|that's (?:fine|plenty|enough|all|great|nice|the one)|it's (?:fine|ok(?:ay)?))\b/i,
}
const MOST = new Map([
  ['constraints', 5],
  ['science', 3],
])
const isWordList = (text: string) => {
  const parts = text.split(',')
  return parts.length >= 6 && parts.every((part) => part.trim().split(/\s+/).length <= 2)
}

export const wordSigns = (text: string): [string, number][] => [
  ...Object.entries(SIGNS).map(([name, sign]): [string, number] => {
    const most = MOST.get(name) ?? 1
    return [name, most > 1 ? Math.min(most, [...text.matchAll(sign)].length) / most : Number(sign.test(text))]
  }),
  ['a word list', Number(isWordList(text))],
  ['memory', Number(hasMemoryCue(text))],
]
export const isSign = (name: string) => name in SIGNS || name === 'a word list' || name === 'memory'
